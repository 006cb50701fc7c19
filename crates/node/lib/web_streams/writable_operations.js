'use strict';
// The life of a WritableStream: writable, then closed; or erroring (what is in flight may end), then errored.

const { kState } = require('web_streams/faces');
const { Deferred, rejected, upon } = require('web_streams/promises');
const { invalidState } = require('web_streams/readable_operations');

const kAbort = Symbol('kAbort');
const kError = Symbol('kError');

class WritableState {
  kind = 'WritableStream';
  state = 'writable';
  storedError = undefined;
  writer = undefined;
  controller = undefined;
  // Promises of what was asked for: writes in line, the write under way, a close in line, the close under way.
  writes = [];
  writing = undefined;
  closeRequest = undefined;
  closing = undefined;
  // { deferred, reason, wasErroring }
  aborting = undefined;
  backpressure = false;
  // A pipe that waits for room: it goes on in the very turn in which there is some, as Node's does.
  onRoom = undefined;
  // Tells stream.finished() of the end.
  closed = undefined;
}

function closedPromise(stream) {
  const own = stream[kState];
  if (own.closed === undefined) {
    own.closed = new Deferred();
    if (own.state === 'closed') own.closed.resolve();
    else if (own.state === 'errored') own.closed.rejectQuietly(own.storedError);
  }
  return own.closed;
}

const isClosing = (stream) => stream[kState].closeRequest !== undefined || stream[kState].closing !== undefined;
const isBusy = (own) => own.writing !== undefined || own.closing !== undefined;

function abort(stream, reason) {
  const own = stream[kState];
  if (own.state === 'closed' || own.state === 'errored') return Promise.resolve();
  own.controller[kState].signalAbort(reason);
  // The signal's listeners may have done anything.
  if (own.state === 'closed' || own.state === 'errored') return Promise.resolve();
  if (own.aborting !== undefined) return own.aborting.deferred.promise;
  const wasErroring = own.state === 'erroring';
  own.aborting = { deferred: new Deferred(), reason: wasErroring ? undefined : reason, wasErroring };
  const { promise } = own.aborting.deferred;
  if (!wasErroring) startErroring(stream, reason);
  return promise;
}

function close(stream) {
  const own = stream[kState];
  if (own.state === 'closed' || own.state === 'errored') return rejected(invalidState('WritableStream is closed'));
  own.closeRequest = new Deferred();
  const { promise } = own.closeRequest;
  if (own.writer !== undefined && own.backpressure && own.state === 'writable') own.writer[kState].ready.resolve();
  own.controller[kState].close();
  return promise;
}

function startErroring(stream, reason) {
  const own = stream[kState];
  own.state = 'erroring';
  own.storedError = reason;
  if (own.writer !== undefined) rejectReady(own.writer, reason);
  if (!isBusy(own) && own.controller[kState].started) finishErroring(stream);
}

function finishErroring(stream) {
  const own = stream[kState];
  own.state = 'errored';
  own.controller[kError]();
  const { writes, aborting } = own;
  own.writes = [];
  for (const write of writes) write.reject(own.storedError);
  if (aborting === undefined) {
    rejectCloseAndClosed(own);
    return;
  }
  own.aborting = undefined;
  if (aborting.wasErroring) {
    aborting.deferred.reject(own.storedError);
    rejectCloseAndClosed(own);
    return;
  }
  upon(own.controller[kAbort](aborting.reason), () => {
    aborting.deferred.resolve();
    rejectCloseAndClosed(own);
  }, (reason) => {
    aborting.deferred.reject(reason);
    rejectCloseAndClosed(own);
  });
}

function rejectCloseAndClosed(own) {
  if (own.closeRequest !== undefined) {
    own.closeRequest.reject(own.storedError);
    own.closeRequest = undefined;
  }
  own.closed?.rejectQuietly(own.storedError);
  own.writer?.[kState].closed.rejectQuietly(own.storedError);
}

function dealWithRejection(stream, reason) {
  if (stream[kState].state === 'writable') startErroring(stream, reason);
  else finishErroring(stream);
}

function closed(stream) {
  const own = stream[kState];
  own.closing.resolve();
  own.closing = undefined;
  if (own.state === 'erroring') {
    // Closed before the error could come to anything.
    own.storedError = undefined;
    own.aborting?.deferred.resolve();
    own.aborting = undefined;
  }
  own.state = 'closed';
  own.closed?.resolve();
  own.writer?.[kState].closed.resolve();
}

function closeFailed(stream, reason) {
  const own = stream[kState];
  own.closing.reject(reason);
  own.closing = undefined;
  own.aborting?.deferred.reject(reason);
  own.aborting = undefined;
  dealWithRejection(stream, reason);
}

function written(stream) {
  stream[kState].writing.resolve();
  stream[kState].writing = undefined;
}

function writeFailed(stream, reason) {
  stream[kState].writing.reject(reason);
  stream[kState].writing = undefined;
  dealWithRejection(stream, reason);
}

function updateBackpressure(stream, backpressure) {
  const own = stream[kState];
  if (own.writer !== undefined && backpressure !== own.backpressure) {
    const writer = own.writer[kState];
    if (backpressure) writer.ready = new Deferred();
    else writer.ready.resolve();
  }
  own.backpressure = backpressure;
  if (!backpressure) own.onRoom?.();
}

function rejectReady(writer, reason) {
  const own = writer[kState];
  if (own.ready.pending) own.ready.rejectQuietly(reason);
  else own.ready = Deferred.rejected(reason);
}

module.exports = {
  WritableState, abort, close, closeFailed, closed, closedPromise, dealWithRejection, finishErroring, isClosing, kAbort, kError, rejectReady,
  startErroring, updateBackpressure, writeFailed, written,
};
