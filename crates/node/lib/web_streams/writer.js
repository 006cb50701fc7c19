'use strict';
// WritableStreamDefaultWriter: who holds one, holds the stream.

const { codes } = require('core/errors');
const { kState, check, customInspect, finish, isA, show, wrongThis } = require('web_streams/faces');
const { Deferred, rejected } = require('web_streams/promises');
const { invalidState } = require('web_streams/readable_operations');
const { abort, close, isClosing, rejectReady } = require('web_streams/writable_operations');

const unbound = () => invalidState('Writer is not bound to a WritableStream');

class WritableStreamDefaultWriter {
  constructor(stream) {
    if (!isA(stream, 'WritableStream')) throw new codes.ERR_INVALID_ARG_TYPE('stream', 'WritableStream', stream);
    const own = stream[kState];
    if (own.writer !== undefined) throw invalidState('WritableStream is locked');
    own.writer = this;
    this[kState] = { kind: 'WritableStreamDefaultWriter', stream, ...promisesFor(stream) };
  }

  get closed() {
    if (!isA(this, 'WritableStreamDefaultWriter')) return wrongThis('WritableStreamDefaultWriter');
    return this[kState].closed.promise;
  }

  get desiredSize() {
    check(this, 'WritableStreamDefaultWriter');
    if (this[kState].stream === undefined) throw unbound();
    return desiredSize(this[kState].stream);
  }

  get ready() {
    if (!isA(this, 'WritableStreamDefaultWriter')) return wrongThis('WritableStreamDefaultWriter');
    return this[kState].ready.promise;
  }

  abort(reason = undefined) {
    if (!isA(this, 'WritableStreamDefaultWriter')) return wrongThis('WritableStreamDefaultWriter');
    const { stream } = this[kState];
    return stream === undefined ? rejected(unbound()) : abort(stream, reason);
  }

  close() {
    if (!isA(this, 'WritableStreamDefaultWriter')) return wrongThis('WritableStreamDefaultWriter');
    const { stream } = this[kState];
    if (stream === undefined) return rejected(unbound());
    if (isClosing(stream)) return rejected(invalidState('Failure to close WritableStream'));
    return close(stream);
  }

  releaseLock() {
    check(this, 'WritableStreamDefaultWriter');
    if (this[kState].stream !== undefined) releaseWriter(this);
  }

  write(chunk = undefined) {
    if (!isA(this, 'WritableStreamDefaultWriter')) return wrongThis('WritableStreamDefaultWriter');
    if (this[kState].stream === undefined) return rejected(unbound());
    return writeTo(this, chunk);
  }

  [customInspect](depth, options) {
    const { stream, closed, ready } = this[kState];
    return show(this, {
      stream, close: closed.promise, ready: ready.promise, desiredSize: stream === undefined ? undefined : desiredSize(stream),
    }, depth, options);
  }
}

finish(WritableStreamDefaultWriter, ['closed', 'desiredSize', 'ready', 'abort', 'close', 'releaseLock', 'write']);

function promisesFor(stream) {
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
  const own = writer[kState];
  const released = invalidState('Writer has been released');
  rejectReady(writer, released);
  if (own.closed.pending) own.closed.rejectQuietly(released);
  else own.closed = Deferred.rejected(released);
  own.stream[kState].writer = undefined;
  own.stream = undefined;
}

// Once the stream is at its end or on the way there, that is what is told.
function closeAndPropagate(writer) {
  const { stream } = writer[kState];
  const { state, storedError } = stream[kState];
  if (isClosing(stream) || state === 'closed') return Promise.resolve();
  if (state === 'errored') return rejected(storedError);
  return close(stream);
}

function writeTo(writer, chunk) {
  const { stream } = writer[kState];
  const own = stream[kState];
  const controller = own.controller[kState];
  const size = controller.sizeOf(chunk);
  // The strategy's function may have let go of the writer.
  if (writer[kState].stream !== stream) return rejected(invalidState('Mismatched WritableStreams'));
  if (own.state === 'errored') return rejected(own.storedError);
  if (isClosing(stream) || own.state === 'closed') return rejected(invalidState('WritableStream is closed'));
  if (own.state === 'erroring') return rejected(own.storedError);
  const write = new Deferred();
  own.writes.push(write);
  controller.write(chunk, size);
  return write.promise;
}

module.exports = { WritableStreamDefaultWriter, closeAndPropagate, releaseWriter, writeTo };
