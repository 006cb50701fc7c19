'use strict';
// A ReadableStream as an async iterable, and one made from any iterable.

const { codes } = require('core/errors');
const { kState } = require('web_streams/faces');
const { after, nothing, promiseOf, upon } = require('web_streams/promises');
const { cancel, invalidState } = require('web_streams/readable_operations');
const { closeController, enqueue, errorController } = require('web_streams/default_controller');
const { readDefault, releaseFailing, ReadableStreamDefaultReader } = require('web_streams/readers');

const AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype));

// { reader, preventCancel, done, last, waiting }: `last` is the promise of the step before, if that is still being taken.
const iterators = new WeakMap();

function stateOf(iterator) {
  const own = iterators.get(iterator);
  if (own === undefined) throw new codes.ERR_INVALID_THIS('ReadableStreamAsyncIterator');
  return own;
}

// One step after another, also when they are asked for at once. The very first next() waits a turn: the source has started then.
function inTurn(own, step) {
  own.waiting++;
  const promise = own.last === undefined ? step() : after(own.last, step, step);
  own.last = own.waiting === 0 ? undefined : promise;
  return promise;
}

function stepTaken(own) {
  if (--own.waiting === 0) own.last = undefined;
}

function nextStep(own) {
  if (own.done) {
    stepTaken(own);
    return Promise.resolve({ done: true, value: undefined });
  }
  return new Promise((resolve, reject) => {
    readDefault(own.reader, {
      chunk(value) {
        stepTaken(own);
        resolve({ done: false, value });
      },
      close() {
        ended(own);
        resolve({ done: true, value: undefined });
      },
      error(reason) {
        ended(own);
        reject(reason);
      },
    });
  });
}

function ended(own) {
  stepTaken(own);
  releaseFailing(own.reader);
  own.done = true;
}

function returnStep(own, value) {
  stepTaken(own);
  const result = { done: true, value };
  if (own.done) return Promise.resolve(result);
  own.done = true;
  if (own.reader[kState].stream === undefined) {
    return Promise.reject(invalidState('The reader is not bound to a ReadableStream'));
  }
  if (own.preventCancel) {
    releaseFailing(own.reader);
    return Promise.resolve(result);
  }
  const cancelled = cancel(own.reader[kState].stream, value);
  releaseFailing(own.reader);
  return after(cancelled, () => result);
}

const prototype = Object.setPrototypeOf({
  next() {
    try {
      const own = stateOf(this);
      if (!own.started) {
        own.started = true;
        own.last ??= Promise.resolve();
      }
      return inTurn(own, () => nextStep(own));
    } catch (error) {
      return Promise.reject(error);
    }
  },

  return(value) {
    try {
      const own = stateOf(this);
      return inTurn(own, () => returnStep(own, value));
    } catch (error) {
      return Promise.reject(error);
    }
  },
}, AsyncIteratorPrototype);

function iterate(stream, preventCancel) {
  const iterator = Object.create(prototype);
  iterators.set(iterator, { reader: new ReadableStreamDefaultReader(stream), preventCancel, done: false, started: false, last: undefined, waiting: 0 });
  return iterator;
}

// ---- from

function iteratorOf(iterable) {
  const method = iterable[Symbol.asyncIterator];
  const isAsync = method !== undefined && method !== null;
  const chosen = isAsync ? method : iterable[Symbol.iterator];
  if (typeof chosen !== 'function') throw new codes.ERR_ARG_NOT_ITERABLE(iterable);
  const iterator = Reflect.apply(chosen, iterable, []);
  if (iterator === null || (typeof iterator !== 'object' && typeof iterator !== 'function')) {
    throw invalidState('The iterator method must return an object');
  }
  return { iterator, isAsync, next: iterator.next };
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function checkStep(step, where) {
  if (!isObject(step)) throw invalidState(`The promise returned by the iterator.${where}() method must fulfill with an object`);
  return step;
}

// What an iterator gave. The values of a sync one are awaited, as for-await does; those of an async one are not.
function takeStep(controller, step) {
  checkStep(step, 'next');
  if (step.done) closeController(controller);
  else enqueue(controller, step.value);
}

function awaitedStep(step) {
  checkStep(step, 'next');
  const { done } = step;
  if (done) return { done };
  const { value } = step;
  if (!isObject(value) || typeof value.then !== 'function') return { done, value };
  return after(Promise.resolve(value), (awaited) => ({ done, value: awaited }));
}

function fromIterable(iterable) {
  const { iterator, isAsync, next } = iteratorOf(iterable);
  const { createReadable } = require('web_streams/readable_stream');
  const pull = () => {
    const { controller } = stream[kState];
    let result;
    try {
      const step = Reflect.apply(next, iterator, []);
      result = promiseOf(isAsync ? step : awaitedStep(step));
    } catch (error) {
      return Promise.reject(error);
    }
    upon(result, (step) => {
      try {
        takeStep(controller, step);
      } catch (error) {
        errorController(controller, error);
      }
    }, nothing);
    // Not what becomes of our reaction: the next pull may come in the turn of this chunk.
    return result;
  };
  const cancel = (reason) => {
    try {
      const method = iterator.return;
      if (method === undefined || method === null) return Promise.resolve();
      const result = promiseOf(Reflect.apply(method, iterator, [reason]));
      return after(result, (step) => { checkStep(step, 'return'); });
    } catch (error) {
      return Promise.reject(error);
    }
  };
  const stream = createReadable({ start: nothing, pull, cancel }, 0);
  return stream;
}

module.exports = { fromIterable, iterate };
