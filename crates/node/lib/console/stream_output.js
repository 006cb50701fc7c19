'use strict';

// Output through a stream object: for every `new Console(stream)`, and for the global console once a program has replaced a stream
// or its `write`.

const { stringStartsWith } = require('core/intrinsics');
const { SafeWeakMap } = require('core/safe/collections');

const noop = () => {};

class StreamOutput {
  constructor(console, name) {
    this.console = console;
    this.property = `_${name}`;
    this.errorHandler = `_${name}ErrorHandler`;
  }

  get stream() {
    return this.console[this.property];
  }

  write(text, state) {
    writeThrough(this.stream, text, state, this);
  }

  hasColours() {
    return require('console/colour_depth').depthOfStream(this.stream) > 2;
  }
}

// A failed write emits 'error' on the stream, synchronously for files and terminals, later for pipes. There must be a listener
// meanwhile, so that logging does not end the program.
function writeThrough(stream, text, state, output) {
  if (state.ignoreErrors === false) {
    stream.write(text);
    return;
  }
  try {
    if (stream.listenerCount?.('error') === 0) stream.once('error', noop);
    stream.write(text, callbackOf(stream));
  } catch (error) {
    if (error instanceof RangeError && stringStartsWith(error.message, 'Maximum call stack')) throw error;
  } finally {
    stream.removeListener?.('error', noop);
  }
}

// One per stream: writes with the same callback share a tick, so a thousand lines take one.
const callbacks = new SafeWeakMap();

function callbackOf(stream) {
  let callback = callbacks.get(stream);
  if (callback === undefined) callbacks.set(stream, callback = (error) => afterWrite(stream, error));
  return callback;
}

function afterWrite(stream, error) {
  if (error === null || error === undefined || stream._writableState?.errorEmitted) return;
  if (stream.listenerCount?.('error') === 0) stream.once('error', noop);
}

module.exports = { StreamOutput, afterWrite, writeThrough };
