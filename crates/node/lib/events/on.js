'use strict';

// events.on: an endless async iterator over an event's arguments.
//
// Events that are not consumed yet are queued in `events`; pending `next()` calls in `waiting`. At most one of the two is not empty.
// Beyond highWaterMark the emitter is paused, below lowWaterMark it is resumed.

const { arrayPush, arrayShift, arraySplice, objectGetPrototypeOf, symbolFor } = require('core/intrinsics');
const { promiseReject, promiseResolve } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { AbortError, codes } = require('core/errors');
const { validateAbortSignal, validateInteger, validateObject } = require('core/validate');
const { addListener, removeListener } = require('events/agnostic');

const kWatermarks = symbolFor('nodejs.watermarkData');
// An option for built-in code: yields the first argument of each event instead of an array of all.
const kFirstArgumentOnly = Symbol('kFirstEventParam');

const AsyncIteratorPrototype = objectGetPrototypeOf(objectGetPrototypeOf(async function* () {}).prototype);

const result = (value, done) => ({ done, value });

function readOptions(options) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  // Streams spell it highWaterMark; both spellings are accepted, this one first.
  const high = options.highWaterMark ?? options.highWatermark ?? Number.MAX_SAFE_INTEGER;
  const low = options.lowWaterMark ?? options.lowWatermark ?? 1;
  validateInteger(high, 'options.highWaterMark', 1);
  validateInteger(low, 'options.lowWaterMark', 1);
  return { signal, high, low };
}

function on(emitter, event, options) {
  const { signal, high, low } = readOptions(options);
  const events = [];
  const waiting = [];
  const registered = [];
  let paused = false;
  let failure = null;
  let finished = false;
  let head = 0;

  const size = () => events.length - head;

  function take() {
    const value = events[head];
    events[head++] = undefined;
    // Consumed slots are removed in bulk, which keeps shift() cheap.
    if (head > 1024 && head * 2 > events.length) {
      arraySplice(events, 0, head);
      head = 0;
    }
    return value;
  }

  function listen(target, name, listener, flags) {
    addListener(target, name, listener, flags);
    arrayPush(registered, [target, name, listener, flags]);
  }

  function onEvent(value) {
    if (waiting.length > 0) {
      arrayShift(waiting).resolve(result(value, false));
      return;
    }
    arrayPush(events, value);
    if (!paused && size() > high) {
      paused = true;
      emitter.pause?.();
    }
  }

  function errorHandler(error) {
    if (waiting.length > 0) arrayShift(waiting).reject(error);
    else failure = error;
    close();
  }

  function onAbort() {
    errorHandler(new AbortError(undefined, { cause: signal.reason }));
  }

  function close() {
    for (const entry of each(arraySplice(registered, 0, registered.length))) removeListener(...each(entry));
    finished = true;
    const done = result(undefined, true);
    for (const { resolve } of each(arraySplice(waiting, 0, waiting.length))) resolve(done);
    return promiseResolve(done);
  }

  function takeAndResume() {
    const value = take();
    // An emitter that is closed refuses.
    if (paused && !finished && size() < low) {
      emitter.resume?.();
      paused = false;
    }
    return value;
  }

  const iterator = {
    __proto__: AsyncIteratorPrototype,
    next() {
      if (size() > 0) return promiseResolve(result(takeAndResume(), false));
      if (failure) {
        const rejected = promiseReject(failure);
        failure = null;
        return rejected;
      }
      if (finished) return close();
      return new __hexloop_promise__((resolve, reject) => arrayPush(waiting, { resolve, reject }));
    },
    return() {
      return close();
    },
    throw(error) {
      if (!error || !(error instanceof Error)) {
        throw new codes.ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', error);
      }
      errorHandler(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    [kWatermarks]: {
      get size() {
        return size();
      },
      get low() {
        return low;
      },
      get high() {
        return high;
      },
      get isPaused() {
        return paused;
      },
    },
  };

  if (__hexloop_hooks__ !== undefined) {
    const { ContextResult, defineStep } = require('async_context/steps');
    const { next } = iterator;
    defineStep(iterator, () => (size() > 0 ? new ContextResult(takeAndResume()) : next()));
  }
  listen(emitter, event, options[kFirstArgumentOnly] ? onEvent : (...values) => onEvent(values));
  if (event !== 'error' && typeof emitter.on === 'function') listen(emitter, 'error', errorHandler);
  if (options.close?.length) {
    for (let i = 0; i < options.close.length; i++) listen(emitter, options.close[i], close);
  }
  if (signal) {
    const { kResistStopPropagation } = require('core/event_target');
    listen(signal, 'abort', onAbort, { once: true, [kResistStopPropagation]: true });
  }
  return iterator;
}

module.exports = { kFirstArgumentOnly, on };
