'use strict';
// Transferring streams with postMessage and structuredClone.
//
// The received stream is a new one. A port connects the two, and on the sender's side a stream over the port is piped from, or
// into, the original. This is the standard's "cross-realm transform":
//
//   ReadableStream  original --pipe--> writable over port ~~~~ port -> received readable
//   WritableStream  received writable -> port ~~~~ readable over port --pipe--> original
//
// Four messages use the port: pull (from the reading side, when it wants a chunk), chunk, close and error. As in Node, the port of
// a received stream keeps the process alive from its first read or write on; that of the original never does.

const { promiseResolve } = require('core/safe/promises');
const { call0 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { kState, isA } = require('web_streams/interface');
const { Deferred, transformPromise, markHandled, rejected } = require('web_streams/promises');
const { createReadable } = require('web_streams/readable_stream');
const { createWritable } = require('web_streams/writable_stream');
const { isLocked } = require('web_streams/readable_operations');
const readableSide = require('web_streams/default_controller');

function listen(port, handlers, onError) {
  port.onmessage = ({ data }) => handlers[data.type]?.(data.value);
  port.onmessageerror = () => {
    const { DOMException } = require('core/dom_exception');
    const reason = new DOMException('Internal transferred stream error', 'DataCloneError');
    sendError(port, reason);
    onError(reason);
    port.close();
  };
  port.unref();
}

// A chunk that cannot be cloned is sent as an error.
function packAndPostMessage(port, value) {
  try {
    port.postMessage({ type: 'chunk', value });
  } catch (error) {
    sendError(port, error);
    throw error;
  }
}

function sendError(port, reason) {
  try {
    port.postMessage({ type: 'error', value: reason });
  } catch (error) {
    port.postMessage({ type: 'error', value: error });
  }
}

// Sends `reason`; if that fails, the operation fails.
function sendErrorAndClose(port, reason) {
  try {
    port.postMessage({ type: 'error', value: reason });
    return promiseResolve();
  } catch (error) {
    sendError(port, error);
    return rejected(error);
  } finally {
    port.close();
  }
}

function crossRealmReadable(port, isReceived) {
  const stream = createReadable({
    start() {},
    async pull() {
      if (isReceived) port.ref();
      port.postMessage({ type: 'pull' });
    },
    cancel: (reason) => sendErrorAndClose(port, reason),
  }, 0);
  const { controller } = stream[kState];
  const onError = (reason) => readableSide.errorController(controller, reason);
  listen(port, {
    __proto__: null,
    chunk(value) { if (readableSide.canCloseOrEnqueue(controller)) readableSide.enqueue(controller, value); },
    close() {
      if (readableSide.canCloseOrEnqueue(controller)) readableSide.closeController(controller);
      port.close();
    },
    error(reason) {
      onError(reason);
      port.close();
    },
  }, onError);
  return stream;
}

function crossRealmWritable(port, isReceived) {
  // Nothing is sent before the other side has requested it.
  let pullRequested = new Deferred();
  const send = (chunk) => {
    pullRequested = new Deferred();
    try {
      packAndPostMessage(port, chunk);
    } catch (error) {
      port.close();
      throw error;
    }
  };
  const write = (chunk) => {
    if (isReceived) port.ref();
    return transformPromise(pullRequested.promise, () => send(chunk));
  };
  const stream = createWritable({
    start() {},
    write,
    async close() {
      port.postMessage({ type: 'close' });
      port.close();
    },
    abort: (reason) => sendErrorAndClose(port, reason),
  }, 1, () => 1);
  const onError = (reason) => {
    stream[kState].controller[kState].errorIfWritable(reason);
    pullRequested.resolve();
  };
  listen(port, { __proto__: null, pull: () => pullRequested.resolve(), error: onError }, onError);
  return stream;
}

function createChannel() {
  const { MessageChannel } = require('messaging/port');
  return new MessageChannel();
}

function lockedError(kind) {
  return require('core/structured_clone').dataCloneError(`Cannot transfer a locked ${kind}`);
}

// ---- the methods that core/cloneable calls

function transferReadable() {
  if (isLocked(this)) throw lockedError('ReadableStream');
  const { port1, port2 } = createChannel();
  const commit = () => markHandled(this.pipeTo(crossRealmWritable(port1, false)));
  return { parts: ['readable', port2], ports: [port2], commit };
}

function transferWritable() {
  if (this[kState].writer !== undefined) throw lockedError('WritableStream');
  const { port1, port2 } = createChannel();
  const commit = () => markHandled(crossRealmReadable(port1, false).pipeTo(this));
  return { parts: ['writable', port2], ports: [port2], commit };
}

function transferTransform() {
  const { readable, writable } = this[kState];
  const reading = call0(transferReadable, readable);
  const writing = call0(transferWritable, writable);
  const commit = () => {
    reading.commit();
    writing.commit();
  };
  const ports = [...each(reading.ports), ...each(writing.ports)];
  return { parts: ['transform', ...each(ports)], ports, commit };
}

const TRANSFERS = { __proto__: null, ReadableStream: transferReadable, WritableStream: transferWritable, TransformStream: transferTransform };

// Undefined if it is not a real stream.
const transferOf = (stream, kind) => (isA(stream, kind) ? TRANSFERS[kind] : undefined);

// ---- receiving

const receiveReadable = (port) => crossRealmReadable(port, true);
const receiveWritable = (port) => crossRealmWritable(port, true);

function receiveTransform(readablePort, writablePort) {
  const { createTransform } = require('web_streams/transform_stream');
  return createTransform(receiveReadable(readablePort), receiveWritable(writablePort));
}

module.exports = { receiveReadable, receiveTransform, receiveWritable, transferOf };
