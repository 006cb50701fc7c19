'use strict';
// ReadableByteStreamController and ReadableStreamBYOBRequest. How views are filled: web_streams/byte_pull.

const { codes } = require('core/errors');
const { isSharedArrayBuffer } = require('util/types');
const { kState, kOurs, check, customInspect, finish, onlyOurs, show } = require('web_streams/faces');
const { startedBy, upon } = require('web_streams/promises');
const { invalidState, kCancel, kPull, kRelease, requestsOf } = require('web_streams/readable_operations');
const bytes = require('web_streams/byte_pull');

function checkView(view, name) {
  if (!ArrayBuffer.isView(view)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], view);
  }
}

class ReadableStreamBYOBRequest {
  constructor(token = undefined) {
    onlyOurs(token);
  }

  get view() {
    check(this, 'ReadableStreamBYOBRequest');
    return this[kState].view;
  }

  respond(bytesWritten) {
    check(this, 'ReadableStreamBYOBRequest');
    const { view, controller } = this[kState];
    if (controller === undefined) throw invalidState('This BYOB request has been invalidated');
    if (bytes.isDetached(view.buffer)) throw invalidState('Viewed ArrayBuffer is detached');
    const count = Number(bytesWritten);
    if (!(count >= 0) || count === Infinity) throw new codes.ERR_INVALID_ARG_VALUE('bytesWritten', bytesWritten);
    bytes.respond(controller, Math.trunc(count));
  }

  respondWithNewView(view) {
    check(this, 'ReadableStreamBYOBRequest');
    checkView(view, 'view');
    const { controller } = this[kState];
    if (controller === undefined) throw invalidState('This BYOB request has been invalidated');
    if (bytes.isDetached(view.buffer)) throw invalidState('Viewed ArrayBuffer is detached');
    bytes.respondWithNewView(controller, view);
  }

  [customInspect](depth, options) {
    const { view, controller } = this[kState];
    return show(this, { view, controller }, depth, options);
  }
}

finish(ReadableStreamBYOBRequest, ['view', 'respond', 'respondWithNewView']);

function requestFor(controller) {
  const own = controller[kState];
  if (own.byobRequest === null && own.pending.length > 0) {
    const { buffer, byteOffset, filled, byteLength } = own.pending[0];
    const request = new ReadableStreamBYOBRequest(kOurs);
    request[kState] = {
      kind: 'ReadableStreamBYOBRequest', controller, view: new Uint8Array(buffer, byteOffset + filled, byteLength - filled),
    };
    own.byobRequest = request;
  }
  return own.byobRequest;
}

class ReadableByteStreamController {
  constructor(token = undefined) {
    onlyOurs(token);
  }

  get byobRequest() {
    check(this, 'ReadableByteStreamController');
    return requestFor(this);
  }

  get desiredSize() {
    check(this, 'ReadableByteStreamController');
    return bytes.desiredSize(this[kState]);
  }

  close() {
    check(this, 'ReadableByteStreamController');
    const { closeRequested, stream } = this[kState];
    if (closeRequested || stream[kState].state !== 'readable') throw invalidState('ReadableStream is already closed');
    bytes.closeController(this);
  }

  enqueue(chunk) {
    check(this, 'ReadableByteStreamController');
    checkView(chunk, 'buffer');
    if (isSharedArrayBuffer(chunk.buffer)) {
      throw new codes.ERR_INVALID_ARG_VALUE('chunk', chunk, 'must not be backed by a SharedArrayBuffer');
    }
    if (chunk.byteLength === 0 || chunk.buffer.byteLength === 0) {
      throw invalidState('chunk ArrayBuffer is zero-length or detached');
    }
    const { closeRequested, stream } = this[kState];
    if (closeRequested || stream[kState].state !== 'readable') throw invalidState('ReadableStream is already closed');
    bytes.enqueue(this, chunk);
  }

  error(reason = undefined) {
    check(this, 'ReadableByteStreamController');
    bytes.errorController(this, reason);
  }

  [kCancel](reason) {
    const own = this[kState];
    bytes.clearPendingPulls(own);
    bytes.resetQueue(own);
    const { cancelling } = own;
    bytes.forget(own);
    return cancelling(reason);
  }

  [kPull](request) {
    const own = this[kState];
    if (own.total > 0) {
      bytes.answerFromQueue(this, request);
      return;
    }
    if (own.allocates !== undefined) {
      let buffer;
      try {
        buffer = new ArrayBuffer(own.allocates);
      } catch (reason) {
        request.error(reason);
        return;
      }
      own.pending.push({
        buffer, bufferLength: own.allocates, byteOffset: 0, byteLength: own.allocates, filled: 0, minimum: 1, elementSize: 1,
        View: Uint8Array, reader: 'default',
      });
    }
    requestsOf(own.stream).push(request);
    bytes.pullIfNeeded(this);
  }

  [kRelease]() {
    const own = this[kState];
    if (own.pending.length === 0) return;
    own.pending[0].reader = 'none';
    own.pending.length = 1;
  }

  [customInspect](depth, options) {
    return show(this, {}, depth, options);
  }
}

finish(ReadableByteStreamController, ['byobRequest', 'desiredSize', 'close', 'enqueue', 'error']);

function setUpByteController(stream, { start, pull, cancel, highWaterMark, allocates }) {
  const controller = new ReadableByteStreamController(kOurs);
  const own = {
    kind: 'ReadableByteStreamController', stream, queue: [], total: 0, started: false, closeRequested: false, pullAgain: false,
    isPulling: false, byobRequest: null, pending: [], highWaterMark, pulling: pull, cancelling: cancel, allocates,
  };
  controller[kState] = own;
  stream[kState].controller = controller;
  const started = start(controller);
  upon(startedBy(started), () => {
    own.started = true;
    bytes.pullIfNeeded(controller);
  }, (reason) => bytes.errorController(controller, reason));
}

module.exports = { ReadableByteStreamController, ReadableStreamBYOBRequest, requestFor, setUpByteController };
