'use strict';
// ReadableStreamDefaultController: a queue of chunks, which the source fills on demand.

const { kState, kConstructToken, brandCheck, customInspect, defineInterface, checkToken, inspectInterface } = require('web_streams/interface');
const { invokePromiseCallback, startPromise, upon } = require('web_streams/promises');
const { SizedQueue } = require('web_streams/queue');
const {
  close, error, fulfillReadRequest, hasDefaultReader, invalidState, isLocked, kCancel, kPull, kRelease, requestsOf,
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
      requestsOf(slots.stream).push(request);
      pullIfNeeded(this);
      return;
    }
    const chunk = slots.queue.shift();
    afterDequeue(this);
    request.chunk(chunk);
  }

  [kRelease]() {}

  [customInspect](depth, options) {
    return inspectInterface(this, {}, depth, options);
  }
}

defineInterface(ReadableStreamDefaultController, ['desiredSize', 'close', 'enqueue', 'error']);

const canCloseOrEnqueue = (controller) => {
  const { closeRequested, stream } = controller[kState];
  return !closeRequested && stream[kState].state === 'readable';
};

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
  const { stream } = slots;
  if (isLocked(stream) && hasDefaultReader(stream[kState]) && requestsOf(stream).length > 0) {
    fulfillReadRequest(stream, chunk, false);
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
  if (!slots.started || !canCloseOrEnqueue(controller)) return false;
  const { stream } = slots;
  if (isLocked(stream) && hasDefaultReader(stream[kState]) && requestsOf(stream).length > 0) return true;
  return desiredSize(controller) > 0;
}

const dequeueChunk = (controller) => controller[kState].queue.shift();

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
  upon(slots.pullAlgorithm(controller), () => {
    slots.isPulling = false;
    if (slots.pullAgain) {
      slots.pullAgain = false;
      pullIfNeeded(controller);
    }
  }, (reason) => errorController(controller, reason));
}

// If `start` throws, the constructor does.
function setUpDefaultController(stream, { start, pull, cancel, highWaterMark, size }) {
  const controller = new ReadableStreamDefaultController(kConstructToken);
  const slots = {
    kind: 'ReadableStreamDefaultController', stream, queue: new SizedQueue(), started: false, closeRequested: false,
    pullAgain: false, isPulling: false, size, highWaterMark, pullAlgorithm: pull, cancelAlgorithm: cancel,
  };
  controller[kState] = slots;
  stream[kState].controller = controller;
  const started = start(controller);
  upon(startPromise(started), () => {
    slots.started = true;
    pullIfNeeded(controller);
  }, (reason) => errorController(controller, reason));
}

const done = () => Promise.resolve();

// The source's methods as the algorithms of the standard.
function createAlgorithms(source, { start, pull, cancel }) {
  return {
    start: start === undefined ? () => undefined : (controller) => Reflect.apply(start, source, [controller]),
    pull: pull === undefined ? done : (controller) => invokePromiseCallback(pull, source, controller),
    cancel: cancel === undefined ? done : (reason) => invokePromiseCallback(cancel, source, reason),
  };
}

module.exports = {
  ReadableStreamDefaultController, canCloseOrEnqueue, afterDequeue, closeController, desiredSize, enqueue, errorController, createAlgorithms, setUpDefaultController,
  shouldPull, dequeueChunk,
};
