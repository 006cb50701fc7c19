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

function nop() {}

function WritableState(options, stream, isDuplex) {
  this[kState] = bits.SYNC | bits.CONSTRUCTED | bits.EMIT_CLOSE | bits.AUTO_DESTROY;
  if (options?.objectMode || (isDuplex && options?.writableObjectMode)) this[kState] |= bits.OBJECT_MODE;
  const objectMode = (this[kState] & bits.OBJECT_MODE) !== 0;
  this.highWaterMark = options ?
    highWaterMarkOf(options, 'writableHighWaterMark', isDuplex, objectMode) :
    getDefaultHighWaterMark(false);
  if (!options || options.decodeStrings !== false) this[kState] |= bits.DECODE_STRINGS;
  if (options?.emitClose === false) this[kState] &= ~bits.EMIT_CLOSE;
  if (options?.autoDestroy === false) this[kState] &= ~bits.AUTO_DESTROY;
  setDefaultEncoding(this, options?.defaultEncoding, bits.UTF8);
  // The write in progress and the buffered ones, together.
  this.length = 0;
  this.corked = 0;
  this.onwrite = (err) => require('stream/write').onWritten(stream, err);
  this.writelen = 0;
  resetBuffer(this);
  // Pending callbacks: 'finish' waits for them.
  this.pendingcb = 0;
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
