'use strict';
// Stream: the base class of all streams, and the legacy streams that emit 'data' without backpressure.

const globals = require('globals');
const { arrayFilter, arrayIsArray, arrayUnshift, objectSetPrototypeOf, reflectOwnKeys } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const EventEmitter = require('events');

function Stream(options) {
  call1(EventEmitter, this, options);
}
objectSetPrototypeOf(Stream.prototype, EventEmitter.prototype);
objectSetPrototypeOf(Stream, EventEmitter);

Stream.prototype.pipe = function(dest, options) {
  const source = this;

  function ondata(chunk) {
    if (dest.writable && dest.write(chunk) === false && source.pause) source.pause();
  }
  source.on('data', ondata);

  function ondrain() {
    if (source.readable && source.resume) source.resume();
  }
  dest.on('drain', ondrain);

  let ended = false;
  function onend() {
    if (ended) return;
    ended = true;
    dest.end();
  }
  function onclose() {
    if (ended) return;
    ended = true;
    if (typeof dest.destroy === 'function') dest.destroy();
  }
  if (!dest._isStdio && (!options || options.end !== false)) {
    source.on('end', onend);
    source.on('close', onclose);
  }

  function onerror(err) {
    cleanup();
    if (call1(EventEmitter.prototype.listenerCount, this, 'error') === 0) this.emit('error', err);
  }
  prependListener(source, 'error', onerror);
  prependListener(dest, 'error', onerror);

  function cleanup() {
    source.removeListener('data', ondata);
    dest.removeListener('drain', ondrain);
    source.removeListener('end', onend);
    source.removeListener('close', onclose);
    source.removeListener('error', onerror);
    dest.removeListener('error', onerror);
    source.removeListener('end', cleanup);
    source.removeListener('close', cleanup);
    dest.removeListener('close', cleanup);
  }
  source.on('end', cleanup);
  source.on('close', cleanup);
  dest.on('close', cleanup);

  dest.emit('pipe', source);
  return dest;
};

// A stream's _events has the usual names from the start, without listeners.
Stream.prototype.eventNames = function eventNames() {
  const events = this._events ?? {};
  return arrayFilter(reflectOwnKeys(events), (name) => typeof events[name] === 'function' || arrayIsArray(events[name]));
};

// Emitters of other implementations may lack prependListener; then edit their _events.
function prependListener(emitter, name, listener) {
  if (typeof emitter.prependListener === 'function') return emitter.prependListener(name, listener);
  const existing = emitter._events?.[name];
  if (!existing) emitter.on(name, listener);
  else if (arrayIsArray(existing)) arrayUnshift(existing, listener);
  else emitter._events[name] = [listener, existing];
  return undefined;
}

// A Buffer over the same memory.
function asBuffer(view) {
  return globals.Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

module.exports = { Stream, prependListener, asBuffer };
