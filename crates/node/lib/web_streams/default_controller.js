'use strict';
// ReadableStreamDefaultController: a queue of any chunks, filled by the source when it is asked to.

const { kState, kOurs, check, customInspect, finish, onlyOurs, show } = require('web_streams/faces');
const { invoke, startedBy, upon } = require('web_streams/promises');
const { SizedQueue } = require('web_streams/queue');
const {
  close, error, fulfil, hasDefaultReader, invalidState, isLocked, kCancel, kPull, kRelease, requestsOf,
} = require('web_streams/readable_operations');

class ReadableStreamDefaultController {
  constructor(token = undefined) {
    onlyOurs(token);
  }

  get desiredSize() {
    check(this, 'ReadableStreamDefaultController');
    return desiredSize(this);
  }

  close() {
    check(this, 'ReadableStreamDefaultController');
    if (!canAdd(this)) throw invalidState('Controller is already closed');
    closeController(this);
  }

  enqueue(chunk = undefined) {
    check(this, 'ReadableStreamDefaultController');
    if (!canAdd(this)) throw invalidState('Controller is already closed');
    enqueue(this, chunk);
  }

  error(reason = undefined) {
    check(this, 'ReadableStreamDefaultController');
    errorController(this, reason);
  }

  [kCancel](reason) {
    const own = this[kState];
    own.queue.clear();
    const { cancelling } = own;
    forget(own);
    return cancelling(reason);
  }

  [kPull](request) {
    const own = this[kState];
    if (own.queue.length === 0) {
      requestsOf(own.stream).push(request);
      pullIfNeeded(this);
      return;
    }
    const chunk = own.queue.shift();
    chunkTaken(this);
    request.chunk(chunk);
  }

  [kRelease]() {}

  [customInspect](depth, options) {
    return show(this, {}, depth, options);
  }
}

finish(ReadableStreamDefaultController, ['desiredSize', 'close', 'enqueue', 'error']);

const canAdd = (controller) => {
  const { closeRequested, stream } = controller[kState];
  return !closeRequested && stream[kState].state === 'readable';
};

function desiredSize(controller) {
  const { stream, highWaterMark, queue } = controller[kState];
  const { state } = stream[kState];
  if (state === 'errored') return null;
  return state === 'closed' ? 0 : highWaterMark - queue.total;
}

// What the source gave is no longer needed, and may hold much.
function forget(own) {
  own.pulling = own.cancelling = own.size = undefined;
}

function closeController(controller) {
  if (!canAdd(controller)) return;
  const own = controller[kState];
  own.closeRequested = true;
  if (own.queue.length === 0) {
    forget(own);
    close(own.stream);
  }
}

function enqueue(controller, chunk) {
  if (!canAdd(controller)) return;
  const own = controller[kState];
  const { stream } = own;
  if (isLocked(stream) && hasDefaultReader(stream[kState]) && requestsOf(stream).length > 0) {
    fulfil(stream, chunk, false);
  } else {
    try {
      own.queue.enqueue(chunk, own.size(chunk));
    } catch (reason) {
      errorController(controller, reason);
      throw reason;
    }
  }
  pullIfNeeded(controller);
}

function errorController(controller, reason) {
  const own = controller[kState];
  if (own.stream[kState].state !== 'readable') return;
  own.queue.clear();
  forget(own);
  error(own.stream, reason);
}

function shouldPull(controller) {
  const own = controller[kState];
  if (!own.started || !canAdd(controller)) return false;
  const { stream } = own;
  if (isLocked(stream) && hasDefaultReader(stream[kState]) && requestsOf(stream).length > 0) return true;
  return desiredSize(controller) > 0;
}

const takeChunk = (controller) => controller[kState].queue.shift();

function chunkTaken(controller) {
  const own = controller[kState];
  if (own.closeRequested && own.queue.length === 0) {
    forget(own);
    close(own.stream);
  } else {
    pullIfNeeded(controller);
  }
}

// One pull at a time; a wish that comes up meanwhile is met when it is over.
function pullIfNeeded(controller) {
  if (!shouldPull(controller)) return;
  const own = controller[kState];
  if (own.isPulling) {
    own.pullAgain = true;
    return;
  }
  own.isPulling = true;
  upon(own.pulling(controller), () => {
    own.isPulling = false;
    if (own.pullAgain) {
      own.pullAgain = false;
      pullIfNeeded(controller);
    }
  }, (reason) => errorController(controller, reason));
}

// `start` may throw: the stream is not made then.
function setUpDefaultController(stream, { start, pull, cancel, highWaterMark, size }) {
  const controller = new ReadableStreamDefaultController(kOurs);
  const own = {
    kind: 'ReadableStreamDefaultController', stream, queue: new SizedQueue(), started: false, closeRequested: false,
    pullAgain: false, isPulling: false, size, highWaterMark, pulling: pull, cancelling: cancel,
  };
  controller[kState] = own;
  stream[kState].controller = controller;
  const started = start(controller);
  upon(startedBy(started), () => {
    own.started = true;
    pullIfNeeded(controller);
  }, (reason) => errorController(controller, reason));
}

const done = () => Promise.resolve();

// The functions of a source, as the standard wants them called.
function functionsOf(source, { start, pull, cancel }) {
  return {
    start: start === undefined ? () => undefined : (controller) => Reflect.apply(start, source, [controller]),
    pull: pull === undefined ? done : (controller) => invoke(pull, source, controller),
    cancel: cancel === undefined ? done : (reason) => invoke(cancel, source, reason),
  };
}

module.exports = {
  ReadableStreamDefaultController, canAdd, chunkTaken, closeController, desiredSize, enqueue, errorController, functionsOf, setUpDefaultController,
  shouldPull, takeChunk,
};
