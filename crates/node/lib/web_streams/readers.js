'use strict';
// ReadableStreamDefaultReader and ReadableStreamBYOBReader: who holds one, holds the stream.

const { codes } = require('core/errors');
const { validateObject, validateInteger, validateNumber, kValidateObjectAllowObjectsAndNull } = require('core/validate');
const { isSharedArrayBuffer } = require('util/types');
const { kState, check, customInspect, finish, isA, show, wrongThis } = require('web_streams/faces');
const { Deferred, rejected } = require('web_streams/promises');
const { cancel, failRequests, invalidState, isLocked, kPull, kRelease } = require('web_streams/readable_operations');

// What read() waits for.
class ReadRequest {
  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers();
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
  const own = stream[kState];
  own.reader = reader;
  const state = { kind, stream, requests: [], closed: undefined };
  reader[kState] = state;
  if (own.state === 'readable') state.closed = new Deferred();
  else if (own.state === 'closed') state.closed = Deferred.resolved();
  else state.closed = Deferred.rejected(own.storedError);
}

function checkStream(stream) {
  if (!isA(stream, 'ReadableStream')) throw new codes.ERR_INVALID_ARG_TYPE('stream', 'ReadableStream', stream);
}

function release(reader) {
  const state = reader[kState];
  const own = state.stream[kState];
  const released = invalidState('Reader released');
  if (own.state === 'readable') {
    state.closed.rejectQuietly(released);
  } else {
    state.closed = Deferred.rejected(released);
  }
  own.controller[kRelease]();
  own.reader = undefined;
  state.stream = undefined;
}

function releaseFailing(reader) {
  release(reader);
  failRequests(reader[kState], invalidState('Releasing reader'));
}

// Reads by request, for read() and for what reads inside: pipes, tees, iterators.
function readDefault(reader, request) {
  const { stream } = reader[kState];
  const own = stream[kState];
  own.disturbed = true;
  if (own.state === 'closed') request.close();
  else if (own.state === 'errored') request.error(own.storedError);
  else own.controller[kPull](request);
}

function readInto(reader, view, min, request) {
  const own = reader[kState].stream[kState];
  own.disturbed = true;
  if (own.state === 'errored') request.error(own.storedError);
  else require('web_streams/byte_pull').pullInto(own.controller, view, min, request);
}

const detached = () => invalidState('The reader is not attached to a stream');

class ReadableStreamDefaultReader {
  constructor(stream) {
    checkStream(stream);
    if (isLocked(stream)) throw invalidState('ReadableStream is locked');
    attach(this, stream, 'ReadableStreamDefaultReader');
  }

  read() {
    if (!isA(this, 'ReadableStreamDefaultReader')) return wrongThis('ReadableStreamDefaultReader');
    if (this[kState].stream === undefined) return rejected(detached());
    const request = new ReadRequest();
    readDefault(this, request);
    return request.promise;
  }

  releaseLock() {
    check(this, 'ReadableStreamDefaultReader');
    if (this[kState].stream !== undefined) releaseFailing(this);
  }

  get closed() {
    if (!isA(this, 'ReadableStreamDefaultReader')) return wrongThis('ReadableStreamDefaultReader');
    return this[kState].closed.promise;
  }

  cancel(reason = undefined) {
    if (!isA(this, 'ReadableStreamDefaultReader')) return wrongThis('ReadableStreamDefaultReader');
    const { stream } = this[kState];
    return stream === undefined ? rejected(detached()) : cancel(stream, reason);
  }

  [customInspect](depth, options) {
    const { stream, requests, closed } = this[kState];
    return show(this, { stream, readRequests: requests.length, close: closed.promise }, depth, options);
  }
}

finish(ReadableStreamDefaultReader, ['read', 'releaseLock', 'closed', 'cancel']);

function checkView(view) {
  if (!ArrayBuffer.isView(view)) {
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

  // async, as Node's is: one can tell by the turns it takes.
  async read(view, options = undefined) {
    check(this, 'ReadableStreamBYOBReader');
    checkView(view);
    if (options !== undefined) validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const min = minimumOf(view, options);
    if (this[kState].stream === undefined) throw detached();
    const request = new ReadRequest();
    readInto(this, view, min, request);
    return request.promise;
  }

  releaseLock() {
    check(this, 'ReadableStreamBYOBReader');
    if (this[kState].stream !== undefined) releaseFailing(this);
  }

  get closed() {
    if (!isA(this, 'ReadableStreamBYOBReader')) return wrongThis('ReadableStreamBYOBReader');
    return this[kState].closed.promise;
  }

  cancel(reason = undefined) {
    if (!isA(this, 'ReadableStreamBYOBReader')) return wrongThis('ReadableStreamBYOBReader');
    const { stream } = this[kState];
    return stream === undefined ? rejected(detached()) : cancel(stream, reason);
  }

  [customInspect](depth, options) {
    const { stream, requests, closed } = this[kState];
    return show(this, { stream, readIntoRequests: requests.length, close: closed.promise }, depth, options);
  }
}

finish(ReadableStreamBYOBReader, ['read', 'releaseLock', 'closed', 'cancel']);

module.exports = { ReadableStreamDefaultReader, ReadableStreamBYOBReader, readDefault, readInto, releaseFailing };
