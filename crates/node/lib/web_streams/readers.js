'use strict';
// ReadableStreamDefaultReader and ReadableStreamBYOBReader: a reader locks its stream.

const { promiseWithResolvers } = require('core/safe/promises');
const { arrayBufferStaticIsView } = require('core/intrinsics');
const { codes } = require('core/errors');
const { validateObject, validateInteger, validateNumber, kValidateObjectAllowObjectsAndNull } = require('core/validate');
const { isSharedArrayBuffer } = require('util/types');
const { kState, brandCheck, customInspect, defineInterface, isA, inspectInterface, rejectInvalidThis } = require('web_streams/interface');
const { hasChunk, takeChunk } = require('web_streams/default_controller');
const { Deferred, rejected, resolvedWith } = require('web_streams/promises');
const { cancel, errorReadRequests, invalidState, isLocked, kPull, kRelease } = require('web_streams/readable_operations');

// The read request of read().
class ReadRequest {
  constructor() {
    const { promise, resolve, reject } = promiseWithResolvers();
    this.promise = promise;
    this.resolve = resolve;
    this.error = reject;
  }

  chunk(value) {
    this.resolve({ done: false, value });
  }

  close(value) {
    this.resolve({ done: true, value });
  }
}

function attach(reader, stream, kind) {
  const slots = stream[kState];
  slots.reader = reader;
  const state = { kind, stream, requests: [], closed: undefined };
  reader[kState] = state;
  if (slots.state === 'readable') state.closed = new Deferred();
  else if (slots.state === 'closed') state.closed = Deferred.resolved();
  else state.closed = Deferred.rejected(slots.storedError);
}

function checkStream(stream) {
  if (!isA(stream, 'ReadableStream')) throw new codes.ERR_INVALID_ARG_TYPE('stream', 'ReadableStream', stream);
}

function release(reader) {
  const state = reader[kState];
  const slots = state.stream[kState];
  const error = invalidState('Reader released');
  if (slots.state === 'readable') {
    state.closed.rejectHandled(error);
  } else {
    state.closed = Deferred.rejected(error);
  }
  slots.controller[kRelease]();
  slots.reader = undefined;
  state.stream = undefined;
}

function releaseReader(reader) {
  release(reader);
  errorReadRequests(reader[kState], invalidState('Releasing reader'));
}

// Reads with a read request, for read() and for pipes, tees and iterators.
function readDefault(reader, request) {
  const { stream } = reader[kState];
  const slots = stream[kState];
  slots.disturbed = true;
  if (slots.state === 'closed') request.close();
  else if (slots.state === 'errored') request.error(slots.storedError);
  else slots.controller[kPull](request);
}

function readInto(reader, view, min, request) {
  const slots = reader[kState].stream[kState];
  slots.disturbed = true;
  if (slots.state === 'errored') request.error(slots.storedError);
  else require('web_streams/pull_into').pullInto(slots.controller, view, min, request);
}

const unattachedError = () => invalidState('The reader is not attached to a stream');

class ReadableStreamDefaultReader {
  constructor(stream) {
    checkStream(stream);
    if (isLocked(stream)) throw invalidState('ReadableStream is locked');
    attach(this, stream, 'ReadableStreamDefaultReader');
  }

  read() {
    if (!isA(this, 'ReadableStreamDefaultReader')) return rejectInvalidThis('ReadableStreamDefaultReader');
    const { stream } = this[kState];
    if (stream === undefined) return rejected(unattachedError());
    const { controller, state } = stream[kState];
    if (state === 'readable' && hasChunk(controller)) {
      stream[kState].disturbed = true;
      return resolvedWith({ done: false, value: takeChunk(controller) });
    }
    const request = new ReadRequest();
    readDefault(this, request);
    return request.promise;
  }

  releaseLock() {
    brandCheck(this, 'ReadableStreamDefaultReader');
    if (this[kState].stream !== undefined) releaseReader(this);
  }

  get closed() {
    if (!isA(this, 'ReadableStreamDefaultReader')) return rejectInvalidThis('ReadableStreamDefaultReader');
    return this[kState].closed.promise;
  }

  cancel(reason = undefined) {
    if (!isA(this, 'ReadableStreamDefaultReader')) return rejectInvalidThis('ReadableStreamDefaultReader');
    const { stream } = this[kState];
    return stream === undefined ? rejected(unattachedError()) : cancel(stream, reason);
  }

  [customInspect](depth, options) {
    const { stream, requests, closed } = this[kState];
    return inspectInterface(this, { stream, readRequests: requests.length, close: closed.promise }, depth, options);
  }
}

defineInterface(ReadableStreamDefaultReader, ['read', 'releaseLock', 'closed', 'cancel']);

function checkView(view) {
  if (!arrayBufferStaticIsView(view)) {
    throw new codes.ERR_INVALID_ARG_TYPE('view', ['Buffer', 'TypedArray', 'DataView'], view);
  }
  if (isSharedArrayBuffer(view.buffer)) {
    throw new codes.ERR_INVALID_ARG_VALUE('view', view, 'must not be backed by a SharedArrayBuffer');
  }
  if (view.byteLength === 0 || view.buffer.byteLength === 0) {
    throw invalidState('View or Viewed ArrayBuffer is zero-length or detached');
  }
}

function minimumOf(view, options) {
  const min = options?.min ?? 1;
  validateNumber(min, 'options.min');
  validateInteger(min, 'options.min');
  if (min <= 0) throw new codes.ERR_INVALID_ARG_VALUE('options.min', min, 'must be greater than 0');
  const { length } = view;
  if (length !== undefined && min > length) throw new codes.ERR_OUT_OF_RANGE('options.min', '<= view.length', min);
  if (length === undefined && min > view.byteLength) throw new codes.ERR_OUT_OF_RANGE('options.min', '<= view.byteLength', min);
  return min;
}

class ReadableStreamBYOBReader {
  constructor(stream) {
    checkStream(stream);
    if (isLocked(stream)) throw invalidState('ReadableStream is locked');
    if (!isA(stream[kState].controller, 'ReadableByteStreamController')) {
      throw new codes.ERR_INVALID_ARG_VALUE('stream', stream, 'must be a byte stream');
    }
    attach(this, stream, 'ReadableStreamBYOBReader');
  }

  // async, as in Node: the number of promise jobs is observable.
  async read(view, options = undefined) {
    brandCheck(this, 'ReadableStreamBYOBReader');
    checkView(view);
    if (options !== undefined) validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const min = minimumOf(view, options);
    if (this[kState].stream === undefined) throw unattachedError();
    const request = new ReadRequest();
    readInto(this, view, min, request);
    return request.promise;
  }

  releaseLock() {
    brandCheck(this, 'ReadableStreamBYOBReader');
    if (this[kState].stream !== undefined) releaseReader(this);
  }

  get closed() {
    if (!isA(this, 'ReadableStreamBYOBReader')) return rejectInvalidThis('ReadableStreamBYOBReader');
    return this[kState].closed.promise;
  }

  cancel(reason = undefined) {
    if (!isA(this, 'ReadableStreamBYOBReader')) return rejectInvalidThis('ReadableStreamBYOBReader');
    const { stream } = this[kState];
    return stream === undefined ? rejected(unattachedError()) : cancel(stream, reason);
  }

  [customInspect](depth, options) {
    const { stream, requests, closed } = this[kState];
    return inspectInterface(this, { stream, readIntoRequests: requests.length, close: closed.promise }, depth, options);
  }
}

defineInterface(ReadableStreamBYOBReader, ['read', 'releaseLock', 'closed', 'cancel']);

module.exports = { ReadableStreamDefaultReader, ReadableStreamBYOBReader, readDefault, readInto, releaseReader };
