'use strict';
// The state of a Writable, and its buffered writes.

const { objectDefineProperty } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const {
  kState, shared, sharedNames, defineBits, defineOptional, defineTriState, defineErrored, defineDefaultEncoding,
  setDefaultEncoding,
} = require('stream/state_bits');
const { getDefaultHighWaterMark, highWaterMarkOf } = require('stream/high_water_mark');
const { kOnConstructed } = require('stream/destroy');

const bits = {
  ...shared,
  SYNC: 1 << 9,
  FINAL_CALLED: 1 << 10,
  NEED_DRAIN: 1 << 11,
  ENDING: 1 << 12,
  FINISHED: 1 << 13,
  DECODE_STRINGS: 1 << 14,
  WRITING: 1 << 15,
  BUFFER_PROCESSING: 1 << 16,
  PREFINISHED: 1 << 17,
  ALL_BUFFERS: 1 << 18,
  ALL_NOOP: 1 << 19,
  ONFINISH: 1 << 20,
  HAS_WRITABLE: 1 << 21,
  WRITABLE: 1 << 22,
  CORKED: 1 << 23,
  UTF8: 1 << 24,
  WRITE_CALLBACK: 1 << 25,
  EXPECTS_CALLBACK: 1 << 26,
  TICK_INFO: 1 << 27,
  TICK_PENDING: 1 << 28,
  BUFFERED: 1 << 29,
  ENDED: 1 << 30,
};

const kWriteCallback = Symbol('kWriteCbValue');
const kTickInfo = Symbol('kAfterWriteTickInfoValue');
const kBuffered = Symbol('kBufferedValue');
const kOnFinish = Symbol('kOnFinishValue');

const INITIAL = bits.SYNC | bits.CONSTRUCTED | bits.EMIT_CLOSE | bits.AUTO_DESTROY | bits.DECODE_STRINGS | bits.UTF8 |
  bits.ALL_BUFFERS | bits.ALL_NOOP;

function nop() {}

function WritableState(options, stream, isDuplex) {
  this[kState] = INITIAL;
  this.highWaterMark = options ? readOptions(this, options, isDuplex) : getDefaultHighWaterMark(false);
  // The write in progress and the buffered ones, together.
  this.length = 0;
  this.corked = 0;
  this.onwrite = onWrittenOf(stream);
  this.writelen = 0;
  this[kBuffered] = null;
  this.bufferedIndex = 0;
  // Pending callbacks: 'finish' waits for them.
  this.pendingcb = 0;
}

// Sets the bits of the options; returns the high water mark.
function readOptions(state, options, isDuplex) {
  const objectMode = Boolean(options.objectMode || (isDuplex && options.writableObjectMode));
  const mark = highWaterMarkOf(options, 'writableHighWaterMark', isDuplex, objectMode);
  let initial = INITIAL;
  if (objectMode) initial |= bits.OBJECT_MODE;
  if (options.decodeStrings === false) initial &= ~bits.DECODE_STRINGS;
  if (options.emitClose === false) initial &= ~bits.EMIT_CLOSE;
  if (options.autoDestroy === false) initial &= ~bits.AUTO_DESTROY;
  state[kState] = initial;
  const { defaultEncoding } = options;
  if (defaultEncoding != null) setDefaultEncoding(state, defaultEncoding, bits.UTF8);
  return mark;
}

let writing;

function onWrittenOf(stream) {
  writing ??= require('stream/write');
  return (err) => writing.onWritten(stream, err);
}

function resetBuffer(state) {
  state[kBuffered] = null;
  state.bufferedIndex = 0;
  state[kState] = (state[kState] | bits.ALL_BUFFERS | bits.ALL_NOOP) & ~bits.BUFFERED;
}

WritableState.prototype.getBuffer = function getBuffer() {
  return (this[kState] & bits.BUFFERED) === 0 ? [] : sliceOf(this[kBuffered], this.bufferedIndex);
};

objectDefineProperty(WritableState.prototype, 'bufferedRequestCount', {
  __proto__: null,
  get() { return (this[kState] & bits.BUFFERED) === 0 ? 0 : this[kBuffered].length - this.bufferedIndex; },
});

WritableState.prototype[kOnConstructed] = function onConstructed(stream) {
  if ((this[kState] & bits.WRITING) === 0) require('stream/write').writeBuffered(stream, this);
  if ((this[kState] & bits.ENDING) !== 0) require('stream/finish').finishMaybe(stream, this);
};

defineBits(WritableState.prototype, {
  ...sharedNames,
  finalCalled: bits.FINAL_CALLED,
  needDrain: bits.NEED_DRAIN,
  ending: bits.ENDING,
  ended: bits.ENDED,
  finished: bits.FINISHED,
  decodeStrings: bits.DECODE_STRINGS,
  writing: bits.WRITING,
  sync: bits.SYNC,
  bufferProcessing: bits.BUFFER_PROCESSING,
  prefinished: bits.PREFINISHED,
  allBuffers: bits.ALL_BUFFERS,
  allNoop: bits.ALL_NOOP,
});
defineErrored(WritableState.prototype);
defineDefaultEncoding(WritableState.prototype, bits.UTF8);
defineTriState(WritableState.prototype, 'writable', bits.HAS_WRITABLE, bits.WRITABLE, undefined);
defineOptional(WritableState.prototype, 'writecb', bits.WRITE_CALLBACK, kWriteCallback, () => nop);
defineOptional(WritableState.prototype, 'afterWriteTickInfo', bits.TICK_INFO, kTickInfo, () => null);
defineOptional(WritableState.prototype, 'buffered', bits.BUFFERED, kBuffered, () => []);

module.exports = { WritableState, bits, kState, kWriteCallback, kTickInfo, kBuffered, kOnFinish, resetBuffer, nop };
