'use strict';
// WritableStreamDefaultWriter: a writer locks its stream.

const { promiseResolve } = require('core/safe/promises');
const { arrayPush } = require('core/intrinsics');
const { codes } = require('core/errors');
const { kState, brandCheck, customInspect, defineInterface, isA, inspectInterface, rejectInvalidThis } = require('web_streams/interface');
const { Deferred, rejected } = require('web_streams/promises');
const { invalidState } = require('web_streams/readable_operations');
const { abort, close, isClosing, rejectReady } = require('web_streams/writable_operations');

const unboundError = () => invalidState('Writer is not bound to a WritableStream');

class WritableStreamDefaultWriter {
  constructor(stream) {
    if (!isA(stream, 'WritableStream')) throw new codes.ERR_INVALID_ARG_TYPE('stream', 'WritableStream', stream);
    const slots = stream[kState];
    if (slots.writer !== undefined) throw invalidState('WritableStream is locked');
    slots.writer = this;
    this[kState] = { kind: 'WritableStreamDefaultWriter', stream, ...initialPromises(stream) };
  }

  get closed() {
    if (!isA(this, 'WritableStreamDefaultWriter')) return rejectInvalidThis('WritableStreamDefaultWriter');
    return this[kState].closed.promise;
  }

  get desiredSize() {
    brandCheck(this, 'WritableStreamDefaultWriter');
    if (this[kState].stream === undefined) throw unboundError();
    return desiredSize(this[kState].stream);
  }

  get ready() {
    if (!isA(this, 'WritableStreamDefaultWriter')) return rejectInvalidThis('WritableStreamDefaultWriter');
    return this[kState].ready.promise;
  }

  abort(reason = undefined) {
    if (!isA(this, 'WritableStreamDefaultWriter')) return rejectInvalidThis('WritableStreamDefaultWriter');
    const { stream } = this[kState];
    return stream === undefined ? rejected(unboundError()) : abort(stream, reason);
  }

  close() {
    if (!isA(this, 'WritableStreamDefaultWriter')) return rejectInvalidThis('WritableStreamDefaultWriter');
    const { stream } = this[kState];
    if (stream === undefined) return rejected(unboundError());
    if (isClosing(stream)) return rejected(invalidState('Failure to close WritableStream'));
    return close(stream);
  }

  releaseLock() {
    brandCheck(this, 'WritableStreamDefaultWriter');
    if (this[kState].stream !== undefined) releaseWriter(this);
  }

  write(chunk = undefined) {
    if (!isA(this, 'WritableStreamDefaultWriter')) return rejectInvalidThis('WritableStreamDefaultWriter');
    if (this[kState].stream === undefined) return rejected(unboundError());
    return writeTo(this, chunk);
  }

  [customInspect](depth, options) {
    const { stream, closed, ready } = this[kState];
    return inspectInterface(this, {
      stream, close: closed.promise, ready: ready.promise, desiredSize: stream === undefined ? undefined : desiredSize(stream),
    }, depth, options);
  }
}

defineInterface(WritableStreamDefaultWriter, ['closed', 'desiredSize', 'ready', 'abort', 'close', 'releaseLock', 'write']);

function initialPromises(stream) {
  const { state, backpressure, storedError } = stream[kState];
  switch (state) {
    case 'writable':
      return { ready: !isClosing(stream) && backpressure ? new Deferred() : Deferred.resolved(), closed: new Deferred() };
    case 'erroring':
      return { ready: Deferred.rejected(storedError), closed: new Deferred() };
    case 'closed':
      return { ready: Deferred.resolved(), closed: Deferred.resolved() };
    default:
      return { ready: Deferred.rejected(storedError), closed: Deferred.rejected(storedError) };
  }
}

function desiredSize(stream) {
  const { state, controller } = stream[kState];
  if (state === 'errored' || state === 'erroring') return null;
  return state === 'closed' ? 0 : controller[kState].desiredSize();
}

function releaseWriter(writer) {
  const slots = writer[kState];
  const error = invalidState('Writer has been released');
  rejectReady(writer, error);
  if (slots.closed.pending) slots.closed.rejectHandled(error);
  else slots.closed = Deferred.rejected(error);
  slots.stream[kState].writer = undefined;
  slots.stream = undefined;
}

// If the stream is already closing, closed or errored, that is the result.
function closeAndPropagate(writer) {
  const { stream } = writer[kState];
  const { state, storedError } = stream[kState];
  if (isClosing(stream) || state === 'closed') return promiseResolve();
  if (state === 'errored') return rejected(storedError);
  return close(stream);
}

const writeTo = (writer, chunk) => enqueueWrite(writer, chunk, false).promise;

// A Deferred of the write; `handled`: its rejection is not reported.
function enqueueWrite(writer, chunk, handled) {
  const { stream } = writer[kState];
  const slots = stream[kState];
  const controller = slots.controller[kState];
  const size = controller.sizeOf(chunk);
  // The size() function of the strategy may have released the writer.
  const write = new Deferred();
  write.handled = handled;
  if (writer[kState].stream !== stream) write.reject(invalidState('Mismatched WritableStreams'));
  else if (slots.state === 'errored') write.reject(slots.storedError);
  else if (isClosing(stream) || slots.state === 'closed') write.reject(invalidState('WritableStream is closed'));
  else if (slots.state === 'erroring') write.reject(slots.storedError);
  else {
    arrayPush(slots.writeRequests, write);
    controller.write(chunk, size);
  }
  return write;
}

module.exports = { WritableStreamDefaultWriter, closeAndPropagate, enqueueWrite, releaseWriter };
