'use strict';
// The life of a ReadableStream as its controller and its reader see it: readable, then closed or errored.
//
// A request to read is an object of three steps, of which one is taken, once: chunk(value), close(value), error(reason).

const { codes } = require('core/errors');
const { kState, isA } = require('web_streams/faces');
const { Deferred, after, nothing, rejected } = require('web_streams/promises');

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
  // Tells stream.finished() of the end; of what it is to the outside only a promise.
  closed = undefined;
}

// A promise of the end, with or without a reader.
function closedPromise(stream) {
  const own = stream[kState];
  if (own.closed === undefined) {
    own.closed = new Deferred();
    if (own.state === 'closed') own.closed.resolve();
    else if (own.state === 'errored') own.closed.rejectQuietly(own.storedError);
  }
  return own.closed;
}

const isLocked = (stream) => stream[kState].reader !== undefined;
const hasDefaultReader = ({ reader }) => isA(reader, 'ReadableStreamDefaultReader');
const hasByobReader = ({ reader }) => isA(reader, 'ReadableStreamBYOBReader');
const requestsOf = (stream) => stream[kState].reader[kState].requests;

function close(stream) {
  const own = stream[kState];
  own.state = 'closed';
  own.closed?.resolve();
  if (own.reader === undefined) return;
  const reader = own.reader[kState];
  reader.closed.resolve();
  if (hasDefaultReader(own)) {
    const { requests } = reader;
    reader.requests = [];
    for (const request of requests) request.close();
  }
}

function error(stream, reason) {
  const own = stream[kState];
  own.state = 'errored';
  own.storedError = reason;
  own.closed?.rejectQuietly(reason);
  if (own.reader === undefined) return;
  const reader = own.reader[kState];
  reader.closed.rejectQuietly(reason);
  failRequests(reader, reason);
}

function failRequests(reader, reason) {
  const { requests } = reader;
  reader.requests = [];
  for (const request of requests) request.error(reason);
}

function cancel(stream, reason) {
  const own = stream[kState];
  own.disturbed = true;
  if (own.state === 'closed') return Promise.resolve();
  if (own.state === 'errored') return rejected(own.storedError);
  close(stream);
  if (own.reader !== undefined && hasByobReader(own)) {
    const reader = own.reader[kState];
    const { requests } = reader;
    reader.requests = [];
    for (const request of requests) request.close(undefined);
  }
  return after(own.controller[kCancel](reason), nothing);
}

// A request is met; the oldest goes first.
function fulfil(stream, chunk, done) {
  const request = requestsOf(stream).shift();
  if (done) request.close(chunk);
  else request.chunk(chunk);
}

const invalidState = (words) => new codes.ERR_INVALID_STATE.TypeError(words);

module.exports = {
  ReadableState, cancel, close, closedPromise, error, failRequests, fulfil, hasByobReader, hasDefaultReader, invalidState, isLocked,
  kCancel, kPull, kRelease, requestsOf,
};
