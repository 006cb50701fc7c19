'use strict';
// ReadableByteStreamController and ReadableStreamBYOBRequest. web_streams/pull_into.js fills the views.

const { arrayBufferStaticIsView, arrayPush, mathTrunc } = require('core/intrinsics');
const { codes } = require('core/errors');
const { isSharedArrayBuffer } = require('util/types');
const { kState, kConstructToken, brandCheck, customInspect, defineInterface, checkToken, inspectInterface } = require('web_streams/interface');
const { startPromise, upon } = require('web_streams/promises');
const { invalidState, kCancel, kPull, kRelease, requestsOf } = require('web_streams/readable_operations');
const bytes = require('web_streams/pull_into');

function checkView(view, name) {
  if (!arrayBufferStaticIsView(view)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], view);
  }
}

class ReadableStreamBYOBRequest {
  constructor(token = undefined) {
    checkToken(token);
  }

  get view() {
    brandCheck(this, 'ReadableStreamBYOBRequest');
    return this[kState].view;
  }

  respond(bytesWritten) {
    brandCheck(this, 'ReadableStreamBYOBRequest');
    const { view, controller } = this[kState];
    if (controller === undefined) throw invalidState('This BYOB request has been invalidated');
    if (bytes.isDetached(view.buffer)) throw invalidState('Viewed ArrayBuffer is detached');
    const count = Number(bytesWritten);
    if (!(count >= 0) || count === Infinity) throw new codes.ERR_INVALID_ARG_VALUE('bytesWritten', bytesWritten);
    bytes.respond(controller, mathTrunc(count));
  }

  respondWithNewView(view) {
    brandCheck(this, 'ReadableStreamBYOBRequest');
    checkView(view, 'view');
    const { controller } = this[kState];
    if (controller === undefined) throw invalidState('This BYOB request has been invalidated');
    if (bytes.isDetached(view.buffer)) throw invalidState('Viewed ArrayBuffer is detached');
    bytes.respondWithNewView(controller, view);
  }

  [customInspect](depth, options) {
    const { view, controller } = this[kState];
    return inspectInterface(this, { view, controller }, depth, options);
  }
}

defineInterface(ReadableStreamBYOBRequest, ['view', 'respond', 'respondWithNewView']);

function getBYOBRequest(controller) {
  const slots = controller[kState];
  if (slots.byobRequest === null && slots.pendingPullIntos.length > 0) {
    const { buffer, byteOffset, filled, byteLength } = slots.pendingPullIntos[0];
    const request = new ReadableStreamBYOBRequest(kConstructToken);
    request[kState] = {
      kind: 'ReadableStreamBYOBRequest', controller, view: new Uint8Array(buffer, byteOffset + filled, byteLength - filled),
    };
    slots.byobRequest = request;
  }
  return slots.byobRequest;
}

class ReadableByteStreamController {
  constructor(token = undefined) {
    checkToken(token);
  }

  get byobRequest() {
    brandCheck(this, 'ReadableByteStreamController');
    return getBYOBRequest(this);
  }

  get desiredSize() {
    brandCheck(this, 'ReadableByteStreamController');
    return bytes.desiredSize(this[kState]);
  }

  close() {
    brandCheck(this, 'ReadableByteStreamController');
    const { closeRequested, stream } = this[kState];
    if (closeRequested || stream[kState].state !== 'readable') throw invalidState('ReadableStream is already closed');
    bytes.closeController(this);
  }

  enqueue(chunk) {
    brandCheck(this, 'ReadableByteStreamController');
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
    brandCheck(this, 'ReadableByteStreamController');
    bytes.errorController(this, reason);
  }

  [kCancel](reason) {
    const slots = this[kState];
    bytes.clearPendingPulls(slots);
    bytes.resetQueue(slots);
    const { cancelAlgorithm } = slots;
    bytes.clearAlgorithms(slots);
    return cancelAlgorithm(reason);
  }

  [kPull](request) {
    const slots = this[kState];
    if (slots.total > 0) {
      bytes.fillReadRequestFromQueue(this, request);
      return;
    }
    if (slots.autoAllocateChunkSize !== undefined) {
      let buffer;
      try {
        buffer = new ArrayBuffer(slots.autoAllocateChunkSize);
      } catch (reason) {
        request.error(reason);
        return;
      }
      arrayPush(slots.pendingPullIntos, {
        buffer, bufferLength: slots.autoAllocateChunkSize, byteOffset: 0, byteLength: slots.autoAllocateChunkSize, filled: 0, minimum: 1, elementSize: 1,
        View: Uint8Array, reader: 'default',
      });
    }
    arrayPush(requestsOf(slots.stream), request);
    bytes.pullIfNeeded(this);
  }

  [kRelease]() {
    const slots = this[kState];
    if (slots.pendingPullIntos.length === 0) return;
    slots.pendingPullIntos[0].reader = 'none';
    slots.pendingPullIntos.length = 1;
  }

  [customInspect](depth, options) {
    return inspectInterface(this, {}, depth, options);
  }
}

defineInterface(ReadableByteStreamController, ['byobRequest', 'desiredSize', 'close', 'enqueue', 'error']);

function setUpByteController(stream, { start, pull, cancel, highWaterMark, autoAllocateChunkSize }) {
  const controller = new ReadableByteStreamController(kConstructToken);
  const slots = {
    kind: 'ReadableByteStreamController', stream, queue: [], total: 0, started: false, closeRequested: false, pullAgain: false,
    isPulling: false, byobRequest: null, pendingPullIntos: [], highWaterMark, pullAlgorithm: pull, cancelAlgorithm: cancel, autoAllocateChunkSize,
  };
  controller[kState] = slots;
  stream[kState].controller = controller;
  const started = start(controller);
  upon(startPromise(started), () => {
    slots.started = true;
    bytes.pullIfNeeded(controller);
  }, (reason) => bytes.errorController(controller, reason));
}

module.exports = { ReadableByteStreamController, ReadableStreamBYOBRequest, getBYOBRequest, setUpByteController };
