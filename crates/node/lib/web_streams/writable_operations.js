'use strict';
// The states of a WritableStream: writable, then closed; or erroring (operations in flight may finish), then errored.

const { promiseResolve } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { kState } = require('web_streams/interface');
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
  // Queued writes, the write in flight, a queued close, the close in flight.
  writeRequests = [];
  inFlightWriteRequest = undefined;
  closeRequest = undefined;
  inFlightCloseRequest = undefined;
  // { deferred, reason, wasErroring }
  pendingAbortRequest = undefined;
  backpressure = false;
  // Set by a pipe that waits for backpressure to end: it continues synchronously, as in Node.
  onDrain = undefined;
  // For stream.finished(): settled when the stream ends.
  closed = undefined;
}

function closedPromise(stream) {
  const slots = stream[kState];
  if (slots.closed === undefined) {
    slots.closed = new Deferred();
    if (slots.state === 'closed') slots.closed.resolve();
    else if (slots.state === 'errored') slots.closed.rejectHandled(slots.storedError);
  }
  return slots.closed;
}

const isClosing = (stream) => stream[kState].closeRequest !== undefined || stream[kState].inFlightCloseRequest !== undefined;
const hasOperationInFlight = (slots) => slots.inFlightWriteRequest !== undefined || slots.inFlightCloseRequest !== undefined;

function abort(stream, reason) {
  const slots = stream[kState];
  if (slots.state === 'closed' || slots.state === 'errored') return promiseResolve();
  slots.controller[kState].signalAbort(reason);
  // Listeners of the signal may have changed the state.
  if (slots.state === 'closed' || slots.state === 'errored') return promiseResolve();
  if (slots.pendingAbortRequest !== undefined) return slots.pendingAbortRequest.deferred.promise;
  const wasErroring = slots.state === 'erroring';
  slots.pendingAbortRequest = { deferred: new Deferred(), reason: wasErroring ? undefined : reason, wasErroring };
  const { promise } = slots.pendingAbortRequest.deferred;
  if (!wasErroring) startErroring(stream, reason);
  return promise;
}

function close(stream) {
  const slots = stream[kState];
  if (slots.state === 'closed' || slots.state === 'errored') return rejected(invalidState('WritableStream is closed'));
  slots.closeRequest = new Deferred();
  const { promise } = slots.closeRequest;
  if (slots.writer !== undefined && slots.backpressure && slots.state === 'writable') slots.writer[kState].ready.resolve();
  slots.controller[kState].close();
  return promise;
}

function startErroring(stream, reason) {
  const slots = stream[kState];
  slots.state = 'erroring';
  slots.storedError = reason;
  if (slots.writer !== undefined) rejectReady(slots.writer, reason);
  if (!hasOperationInFlight(slots) && slots.controller[kState].started) finishErroring(stream);
}

function finishErroring(stream) {
  const slots = stream[kState];
  slots.state = 'errored';
  slots.controller[kError]();
  const { writeRequests, pendingAbortRequest } = slots;
  slots.writeRequests = [];
  for (const write of each(writeRequests)) write.reject(slots.storedError);
  if (pendingAbortRequest === undefined) {
    rejectCloseAndClosed(slots);
    return;
  }
  slots.pendingAbortRequest = undefined;
  if (pendingAbortRequest.wasErroring) {
    pendingAbortRequest.deferred.reject(slots.storedError);
    rejectCloseAndClosed(slots);
    return;
  }
  upon(slots.controller[kAbort](pendingAbortRequest.reason), () => {
    pendingAbortRequest.deferred.resolve();
    rejectCloseAndClosed(slots);
  }, (reason) => {
    pendingAbortRequest.deferred.reject(reason);
    rejectCloseAndClosed(slots);
  });
}

function rejectCloseAndClosed(slots) {
  if (slots.closeRequest !== undefined) {
    slots.closeRequest.reject(slots.storedError);
    slots.closeRequest = undefined;
  }
  slots.closed?.rejectHandled(slots.storedError);
  slots.writer?.[kState].closed.rejectHandled(slots.storedError);
}

function dealWithRejection(stream, reason) {
  if (stream[kState].state === 'writable') startErroring(stream, reason);
  else finishErroring(stream);
}

function finishInFlightClose(stream) {
  const slots = stream[kState];
  slots.inFlightCloseRequest.resolve();
  slots.inFlightCloseRequest = undefined;
  if (slots.state === 'erroring') {
    // Closed before the error took effect.
    slots.storedError = undefined;
    slots.pendingAbortRequest?.deferred.resolve();
    slots.pendingAbortRequest = undefined;
  }
  slots.state = 'closed';
  slots.closed?.resolve();
  slots.writer?.[kState].closed.resolve();
}

function finishInFlightCloseWithError(stream, reason) {
  const slots = stream[kState];
  slots.inFlightCloseRequest.reject(reason);
  slots.inFlightCloseRequest = undefined;
  slots.pendingAbortRequest?.deferred.reject(reason);
  slots.pendingAbortRequest = undefined;
  dealWithRejection(stream, reason);
}

function finishInFlightWrite(stream) {
  stream[kState].inFlightWriteRequest.resolve();
  stream[kState].inFlightWriteRequest = undefined;
}

function finishInFlightWriteWithError(stream, reason) {
  stream[kState].inFlightWriteRequest.reject(reason);
  stream[kState].inFlightWriteRequest = undefined;
  dealWithRejection(stream, reason);
}

function updateBackpressure(stream, backpressure) {
  const slots = stream[kState];
  if (slots.writer !== undefined && backpressure !== slots.backpressure) {
    const writer = slots.writer[kState];
    if (backpressure) writer.ready = new Deferred();
    else writer.ready.resolve();
  }
  slots.backpressure = backpressure;
  if (!backpressure) slots.onDrain?.();
}

function rejectReady(writer, reason) {
  const slots = writer[kState];
  if (slots.ready.pending) slots.ready.rejectHandled(reason);
  else slots.ready = Deferred.rejected(reason);
}

module.exports = {
  WritableState, abort, close, finishInFlightCloseWithError, finishInFlightClose, closedPromise, dealWithRejection, finishErroring, isClosing, kAbort, kError, rejectReady,
  startErroring, updateBackpressure, finishInFlightWriteWithError, finishInFlightWrite,
};
