'use strict';
// Async iteration of a ReadableStream, and ReadableStream.from().

const { objectGetPrototypeOf, objectSetPrototypeOf, reflectApply } = require('core/intrinsics');
const { promiseReject, promiseResolve } = require('core/safe/promises');
const { codes } = require('core/errors');
const { call0 } = require('core/safe/calls');
const { defineInterface, kState } = require('web_streams/interface');
const { transformPromise, noop, promiseResolvedWith, resolvedWith, upon } = require('web_streams/promises');
const { cancel, invalidState } = require('web_streams/readable_operations');
const { closeController, enqueue, errorController, hasChunk, takeChunk } = require('web_streams/default_controller');
const { readDefault, releaseReader, ReadableStreamDefaultReader } = require('web_streams/readers');

const AsyncIteratorPrototype = objectGetPrototypeOf(objectGetPrototypeOf(async function* () {}.prototype));

// Steps run one after another, even if called at once. The first next() waits for a promise job, in which the source has started.
function enqueueStep(slots, step) {
  slots.waiting++;
  const promise = slots.last === undefined ? step() : transformPromise(slots.last, step, step);
  slots.last = slots.waiting === 0 ? undefined : promise;
  return promise;
}

// enqueueStep() while no other step is pending. As in Node, a step whose chunk arrives while it reads (a pull that enqueues) counts as
// pending for the next one.
function firstStep(slots) {
  slots.waiting++;
  const reads = !slots.done && !hasQueue(slots.reader[kState].stream[kState]);
  const promise = nextStep(slots);
  if (reads) slots.last = promise;
  return promise;
}

function stepDone(slots) {
  if (--slots.waiting === 0) slots.last = undefined;
}

function nextStep(slots) {
  if (slots.done) {
    stepDone(slots);
    return resolvedWith({ done: true, value: undefined });
  }
  const stream = slots.reader[kState].stream[kState];
  if (canTake(stream)) {
    const value = take(stream);
    stepDone(slots);
    return resolvedWith({ done: false, value });
  }
  const request = new StepRequest(slots);
  readDefault(slots.reader, request);
  return request.promise;
}

const hasQueue = (stream) => stream.state === 'readable' && stream.controller[kState].queue.length > 0;
const canTake = (stream) => stream.state === 'readable' && hasChunk(stream.controller);

function take(stream) {
  stream.disturbed = true;
  return takeChunk(stream.controller);
}

// The read request of next().
class StepRequest {
  constructor(slots) {
    this.slots = slots;
    this.promise = new __hexloop_promise__((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  chunk(value) {
    stepDone(this.slots);
    this.resolve({ done: false, value });
  }

  close() {
    ended(this.slots);
    this.resolve({ done: true, value: undefined });
  }

  error(reason) {
    ended(this.slots);
    this.reject(reason);
  }
}

function ended(slots) {
  stepDone(slots);
  releaseReader(slots.reader);
  slots.done = true;
}

function returnStep(slots, value) {
  stepDone(slots);
  const result = { done: true, value };
  if (slots.done) return promiseResolve(result);
  slots.done = true;
  if (slots.reader[kState].stream === undefined) {
    return promiseReject(invalidState('The reader is not bound to a ReadableStream'));
  }
  if (slots.preventCancel) {
    releaseReader(slots.reader);
    return promiseResolve(result);
  }
  const cancelled = cancel(slots.reader[kState].stream, value);
  releaseReader(slots.reader);
  return transformPromise(cancelled, () => result);
}

// `last` is the promise of the previous step, if that is pending.
class ReadableStreamAsyncIterator {
  #slots;

  constructor(reader, preventCancel) {
    this.#slots = { reader, preventCancel, done: false, started: false, last: undefined, waiting: 0 };
  }

  static slotsOf(iterator) {
    if ((typeof iterator !== 'object' || iterator === null) || !(#slots in iterator)) throw new codes.ERR_INVALID_THIS('ReadableStreamAsyncIterator');
    return iterator.#slots;
  }

  next() {
    try {
      const slots = slotsOf(this);
      if (slots.started && slots.last === undefined) return firstStep(slots);
      if (!slots.started) {
        slots.started = true;
        slots.last ??= promiseResolve();
      }
      return enqueueStep(slots, () => nextStep(slots));
    } catch (error) {
      return promiseReject(error);
    }
  }

  return(value) {
    try {
      const slots = slotsOf(this);
      return enqueueStep(slots, () => returnStep(slots, value));
    } catch (error) {
      return promiseReject(error);
    }
  }
}

const { slotsOf } = ReadableStreamAsyncIterator;

// No constructor is visible; the methods are enumerable.
objectSetPrototypeOf(ReadableStreamAsyncIterator.prototype, AsyncIteratorPrototype);
delete ReadableStreamAsyncIterator.prototype.constructor;
defineInterface(ReadableStreamAsyncIterator, ['next', 'return'], false);

function iterate(stream, preventCancel) {
  const iterator = new ReadableStreamAsyncIterator(new ReadableStreamDefaultReader(stream), preventCancel);
  if (__hexloop_hooks__ !== undefined) require('async_context/steps').defineStep(iterator, stepper(iterator));
  return iterator;
}

// next() in a program with stores (async_context/steps.js).
function stepper(iterator) {
  const { ContextResult } = require('async_context/steps');
  const { next } = iterator;
  const slots = slotsOf(iterator);
  return () => {
    const isIdle = slots.started && slots.last === undefined && !slots.done;
    const stream = isIdle ? slots.reader[kState].stream[kState] : undefined;
    if (!isIdle || !canTake(stream)) return call0(next, iterator);
    slots.waiting++;
    const value = take(stream);
    stepDone(slots);
    return new ContextResult(value);
  };
}

// ---- from()

function iteratorOf(iterable) {
  const method = iterable[Symbol.asyncIterator];
  const isAsync = method !== undefined && method !== null;
  const iteratorMethod = isAsync ? method : iterable[Symbol.iterator];
  if (typeof iteratorMethod !== 'function') throw new codes.ERR_ARG_NOT_ITERABLE(iterable);
  const iterator = reflectApply(iteratorMethod, iterable, []);
  if (iterator === null || (typeof iterator !== 'object' && typeof iterator !== 'function')) {
    throw invalidState('The iterator method must return an object');
  }
  return { iterator, isAsync, next: iterator.next };
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function validateStep(step, where) {
  if (!isObject(step)) throw invalidState(`The promise returned by the iterator.${where}() method must fulfill with an object`);
  return step;
}

// Handles a result of the iterator. Values of a synchronous one are awaited, as in for await; those of an async one are not.
function handleStep(controller, step) {
  validateStep(step, 'next');
  if (step.done) closeController(controller);
  else enqueue(controller, step.value);
}

function awaitStep(step) {
  validateStep(step, 'next');
  const { done } = step;
  if (done) return { done };
  const { value } = step;
  if (!isObject(value) || typeof value.then !== 'function') return { done, value };
  return transformPromise(promiseResolve(value), (awaited) => ({ done, value: awaited }));
}

function fromIterable(iterable) {
  const { iterator, isAsync, next } = iteratorOf(iterable);
  const { createReadable } = require('web_streams/readable_stream');
  const pull = () => {
    const { controller } = stream[kState];
    let result;
    try {
      const step = reflectApply(next, iterator, []);
      result = promiseResolvedWith(isAsync ? step : awaitStep(step));
    } catch (error) {
      return promiseReject(error);
    }
    upon(result, (step) => {
      try {
        handleStep(controller, step);
      } catch (error) {
        errorController(controller, error);
      }
    }, noop);
    // Not the promise of our reaction: the next pull may run in the promise job of this chunk.
    return result;
  };
  const cancel = (reason) => {
    try {
      const method = iterator.return;
      if (method === undefined || method === null) return promiseResolve();
      const result = promiseResolvedWith(reflectApply(method, iterator, [reason]));
      return transformPromise(result, (step) => { validateStep(step, 'return'); });
    } catch (error) {
      return promiseReject(error);
    }
  };
  const stream = createReadable({ start: noop, pull, cancel }, 0);
  return stream;
}

module.exports = { fromIterable, iterate };
