'use strict';
// ReadableStreamDefaultController: a queue of chunks, which the source fills on demand.

const { arrayPush } = require('core/intrinsics');
const { promiseResolve } = require('core/safe/promises');
const { kState, kConstructToken, brandCheck, customInspect, defineInterface, checkToken, inspectInterface } = require('web_streams/interface');
const { invokePromiseCallback, invokeWith, startPromise, uponInContext } = require('web_streams/promises');
const { call1 } = require('core/safe/calls');
const { SizedQueue } = require('web_streams/queue');
const {
  close, error, fulfillReadRequest, invalidState, kCancel, kPull, kRelease, requestsOf,
} = require('web_streams/readable_operations');

class ReadableStreamDefaultController {
  constructor(token = undefined) {
    checkToken(token);
  }

  get desiredSize() {
    brandCheck(this, 'ReadableStreamDefaultController');
    return desiredSize(this);
  }

  close() {
    brandCheck(this, 'ReadableStreamDefaultController');
    if (!canCloseOrEnqueue(this)) throw invalidState('Controller is already closed');
    closeController(this);
  }

  enqueue(chunk = undefined) {
    brandCheck(this, 'ReadableStreamDefaultController');
    if (!canCloseOrEnqueue(this)) throw invalidState('Controller is already closed');
    enqueue(this, chunk);
  }

  error(reason = undefined) {
    brandCheck(this, 'ReadableStreamDefaultController');
    errorController(this, reason);
  }

  [kCancel](reason) {
    const slots = this[kState];
    slots.queue.clear();
    const { cancelAlgorithm } = slots;
    clearAlgorithms(slots);
    return cancelAlgorithm(reason);
  }

  [kPull](request) {
    const slots = this[kState];
    if (slots.queue.length === 0) {
      arrayPush(requestsOf(slots.stream), request);
      pullIfNeeded(this);
      return;
    }
    request.chunk(takeChunk(this));
  }

  [kRelease]() {}

  [customInspect](depth, options) {
    return inspectInterface(this, {}, depth, options);
  }
}

defineInterface(ReadableStreamDefaultController, ['desiredSize', 'close', 'enqueue', 'error']);

const canCloseOrEnqueue = (controller) => isOpen(controller[kState]);

const isOpen = (slots) => !slots.closeRequested && slots.stream[kState].state === 'readable';

function hasReadRequest(stream) {
  const { reader } = stream[kState];
  if (reader === undefined) return false;
  const { kind, requests } = reader[kState];
  return kind === 'ReadableStreamDefaultReader' && requests.length > 0;
}

function desiredSize(controller) {
  const { stream, highWaterMark, queue } = controller[kState];
  const { state } = stream[kState];
  if (state === 'errored') return null;
  return state === 'closed' ? 0 : highWaterMark - queue.total;
}

// The algorithms are no longer needed, and may keep much alive.
function clearAlgorithms(slots) {
  slots.pullAlgorithm = slots.cancelAlgorithm = slots.size = undefined;
}

function closeController(controller) {
  if (!canCloseOrEnqueue(controller)) return;
  const slots = controller[kState];
  slots.closeRequested = true;
  if (slots.queue.length === 0) {
    clearAlgorithms(slots);
    close(slots.stream);
  }
}

function enqueue(controller, chunk) {
  if (!canCloseOrEnqueue(controller)) return;
  const slots = controller[kState];
  if (hasReadRequest(slots.stream)) {
    fulfillReadRequest(slots.stream, chunk, false);
  } else {
    try {
      slots.queue.enqueue(chunk, slots.size(chunk));
    } catch (reason) {
      errorController(controller, reason);
      throw reason;
    }
  }
  pullIfNeeded(controller);
}

function errorController(controller, reason) {
  const slots = controller[kState];
  if (slots.stream[kState].state !== 'readable') return;
  slots.queue.clear();
  clearAlgorithms(slots);
  error(slots.stream, reason);
}

function shouldPull(controller) {
  const slots = controller[kState];
  if (!slots.started || !isOpen(slots)) return false;
  return slots.highWaterMark - slots.queue.total > 0 || hasReadRequest(slots.stream);
}

const dequeueChunk = (controller) => controller[kState].queue.shift();

// Whether a chunk can be read without a read request.
function hasChunk(controller) {
  const { kind, queue } = controller[kState];
  return kind === 'ReadableStreamDefaultController' && queue.length > 0;
}

function takeChunk(controller) {
  const chunk = controller[kState].queue.shift();
  afterDequeue(controller);
  return chunk;
}

function afterDequeue(controller) {
  const slots = controller[kState];
  if (slots.closeRequested && slots.queue.length === 0) {
    clearAlgorithms(slots);
    close(slots.stream);
  } else {
    pullIfNeeded(controller);
  }
}

// One pull at a time; a request made meanwhile is served when it has finished.
function pullIfNeeded(controller) {
  if (!shouldPull(controller)) return;
  const slots = controller[kState];
  if (slots.isPulling) {
    slots.pullAgain = true;
    return;
  }
  slots.isPulling = true;
  slots.onPulled ??= () => {
    if (__hexloop_context__ !== slots.context) __hexloop_context__ = slots.context;
    slots.isPulling = false;
    if (slots.pullAgain) {
      slots.pullAgain = false;
      pullIfNeeded(controller);
    }
  };
  const promise = slots.pullAlgorithm(controller);
  slots.context = __hexloop_context__;
  uponInContext(promise, slots.onPulled, slots.onFailed);
}

// If `start` throws, the constructor does.
function setUpDefaultController(stream, { start, pull, cancel, highWaterMark, size }) {
  const controller = new ReadableStreamDefaultController(kConstructToken);
  // `context`: the async context of the reaction that waits, one at a time.
  const slots = {
    kind: 'ReadableStreamDefaultController', stream, queue: new SizedQueue(), started: false, closeRequested: false,
    pullAgain: false, isPulling: false, size, highWaterMark, pullAlgorithm: pull, cancelAlgorithm: cancel,
    context: null, onPulled: undefined, onFailed: undefined,
  };
  controller[kState] = slots;
  stream[kState].controller = controller;
  const promise = startPromise(start(controller));
  slots.context = __hexloop_context__;
  slots.onFailed = (reason) => {
    if (__hexloop_context__ !== slots.context) __hexloop_context__ = slots.context;
    errorController(controller, reason);
  };
  uponInContext(promise, () => {
    if (__hexloop_context__ !== slots.context) __hexloop_context__ = slots.context;
    slots.started = true;
    pullIfNeeded(controller);
  }, slots.onFailed);
}

const done = () => promiseResolve();
const noop = () => {};

// The source's methods as the algorithms of the standard.
function createAlgorithms(source, { start, pull, cancel }, highWaterMark, size) {
  return {
    start: start === undefined ? noop : (controller) => call1(start, source, controller),
    pull: pull === undefined ? done : (controller) => invokeWith(pull, source, controller),
    cancel: cancel === undefined ? done : (reason) => invokePromiseCallback(cancel, source, reason),
    highWaterMark, size,
  };
}

module.exports = {
  ReadableStreamDefaultController, canCloseOrEnqueue, afterDequeue, closeController, desiredSize, enqueue, errorController, createAlgorithms, setUpDefaultController,
  hasChunk, shouldPull, dequeueChunk, takeChunk,
};
