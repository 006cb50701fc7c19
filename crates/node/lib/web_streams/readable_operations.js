'use strict';
// The states of a ReadableStream: readable, then closed or errored.
//
// A read request is an object with three steps, of which exactly one is called: chunk(value), close(value), error(reason).

const { each } = require('core/safe/walk');
const { promiseResolve } = require('core/safe/promises');
const { arrayShift } = require('core/intrinsics');
const { codes } = require('core/errors');
const { kState, isA } = require('web_streams/interface');
const { Deferred, transformPromise, noop, rejected } = require('web_streams/promises');

const kPull = Symbol('kPull');
const kCancel = Symbol('kCancel');
const kRelease = Symbol('kRelease');

class ReadableState {
  kind = 'ReadableStream';
  state = 'readable';
  reader = undefined;
  storedError = undefined;
  controller = undefined;
  disturbed = false;
  // For stream.finished(): settled when the stream ends.
  closed = undefined;
}

// The promise of the end, with or without a reader.
function closedPromise(stream) {
  const slots = stream[kState];
  if (slots.closed === undefined) {
    slots.closed = new Deferred();
    if (slots.state === 'closed') slots.closed.resolve();
    else if (slots.state === 'errored') slots.closed.rejectHandled(slots.storedError);
  }
  return slots.closed;
}

const isLocked = (stream) => stream[kState].reader !== undefined;
const hasDefaultReader = ({ reader }) => isA(reader, 'ReadableStreamDefaultReader');
const hasByobReader = ({ reader }) => isA(reader, 'ReadableStreamBYOBReader');
const requestsOf = (stream) => stream[kState].reader[kState].requests;

function close(stream) {
  const slots = stream[kState];
  slots.state = 'closed';
  slots.closed?.resolve();
  if (slots.reader === undefined) return;
  const reader = slots.reader[kState];
  reader.closed.resolve();
  if (hasDefaultReader(slots)) {
    const { requests } = reader;
    reader.requests = [];
    for (const request of each(requests)) request.close();
  }
}

function error(stream, reason) {
  const slots = stream[kState];
  slots.state = 'errored';
  slots.storedError = reason;
  slots.closed?.rejectHandled(reason);
  if (slots.reader === undefined) return;
  const reader = slots.reader[kState];
  reader.closed.rejectHandled(reason);
  errorReadRequests(reader, reason);
}

function errorReadRequests(reader, reason) {
  const { requests } = reader;
  reader.requests = [];
  for (const request of each(requests)) request.error(reason);
}

function cancel(stream, reason) {
  const slots = stream[kState];
  slots.disturbed = true;
  if (slots.state === 'closed') return promiseResolve();
  if (slots.state === 'errored') return rejected(slots.storedError);
  close(stream);
  if (slots.reader !== undefined && hasByobReader(slots)) {
    const reader = slots.reader[kState];
    const { requests } = reader;
    reader.requests = [];
    for (const request of each(requests)) request.close(undefined);
  }
  return transformPromise(slots.controller[kCancel](reason), noop);
}

// Fulfills the oldest read request.
function fulfillReadRequest(stream, chunk, done) {
  const request = arrayShift(requestsOf(stream));
  if (done) request.close(chunk);
  else request.chunk(chunk);
}

const invalidState = (message) => new codes.ERR_INVALID_STATE.TypeError(message);

module.exports = {
  ReadableState, cancel, close, closedPromise, error, errorReadRequests, fulfillReadRequest, hasByobReader, hasDefaultReader, invalidState, isLocked,
  kCancel, kPull, kRelease, requestsOf,
};
