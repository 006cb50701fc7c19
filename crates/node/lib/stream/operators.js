'use strict';
// readable.map(), .filter(), .reduce() and so on: iterator helpers that process chunks concurrently and preserve their order.

const globals = require('globals');
const {
  arrayFilter, arrayPush, arrayShift, mathFloor, numberIsNaN, objectDefineProperty, objectEntries, reflectApply,
} = require('core/intrinsics');
const { call2 } = require('core/safe/calls');
const { promiseReject, promiseResolve, promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { codes, AbortError, abortedBy } = require('core/errors');
const { validateAbortSignal, validateInteger, validateObject } = require('core/validate');

const kEmpty = Symbol('kEmpty');
const kEof = Symbol('kEof');

function checkFunction(fn, name = 'fn') {
  if (typeof fn !== 'function') throw new codes.ERR_INVALID_ARG_TYPE(name, 'Function', fn);
}

function checkOptions(options) {
  if (options != null) validateObject(options, 'options');
  if (options?.signal != null) validateAbortSignal(options.signal, 'options.signal');
}

function map(fn, options) {
  checkFunction(fn);
  checkOptions(options);
  const concurrency = options?.concurrency != null ? mathFloor(options.concurrency) : 1;
  const highWaterMark = options?.highWaterMark != null ? mathFloor(options.highWaterMark) : concurrency - 1;
  validateInteger(concurrency, 'options.concurrency', 1);
  validateInteger(highWaterMark, 'options.highWaterMark', 0);
  return mapped(this, fn, options, concurrency, highWaterMark + concurrency);
}

// A pump fills a queue with at most `queueSize` promises; the generator awaits them in order.
async function* mapped(stream, fn, options, concurrency, queueSize) {
  const signal = globals.AbortSignal.any(arrayFilter([options?.signal], Boolean));
  const queue = [];
  const given = { signal };
  let next;
  let resume;
  let done = false;
  let running = 0;

  const call = (wake) => {
    wake?.();
    return null;
  };
  function maybeResume() {
    if (resume && !done && running < concurrency && queue.length < queueSize) resume = call(resume);
  }
  function afterItem() {
    running -= 1;
    maybeResume();
  }
  function onCatch() {
    done = true;
    afterItem();
  }

  async function pump() {
    try {
      for await (let value of stream) {
        if (done) return;
        if (signal.aborted) throw new AbortError();
        try {
          value = fn(value, given);
          if (value === kEmpty) continue;
          value = promiseResolve(value);
        } catch (err) {
          value = promiseReject(err);
        }
        running += 1;
        promiseThen(value, afterItem, onCatch);
        arrayPush(queue, value);
        if (next) next = call(next);
        if (!done && (queue.length >= queueSize || running >= concurrency)) {
          await new __hexloop_promise__((resolve) => {
            resume = resolve;
          });
        }
      }
      arrayPush(queue, kEof);
    } catch (err) {
      const failed = promiseReject(err);
      promiseThen(failed, afterItem, onCatch);
      arrayPush(queue, failed);
    } finally {
      done = true;
      if (next) next = call(next);
    }
  }

  pump();
  try {
    while (true) {
      while (queue.length > 0) {
        const value = await queue[0];
        if (value === kEof) return;
        if (signal.aborted) throw new AbortError();
        if (value !== kEmpty) yield value;
        arrayShift(queue);
        maybeResume();
      }
      await new __hexloop_promise__((resolve) => {
        next = resolve;
      });
    }
  } finally {
    done = true;
    if (resume) resume = call(resume);
  }
}

function filter(fn, options) {
  checkFunction(fn);
  async function filterFn(value, given) {
    return (await fn(value, given)) ? value : kEmpty;
  }
  return call2(map, this, filterFn, options);
}

async function forEach(fn, options) {
  checkFunction(fn);
  async function forEachFn(value, given) {
    await fn(value, given);
    return kEmpty;
  }
  for await (const unused of call2(map, this, forEachFn, options)); // eslint-disable-line no-unused-vars
}

async function toArray(options) {
  checkOptions(options);
  const all = [];
  for await (const value of this) {
    if (options?.signal?.aborted) throw abortedBy(options.signal);
    arrayPush(all, value);
  }
  return all;
}

async function some(fn, options = undefined) {
  for await (const unused of call2(filter, this, fn, options)) return true; // eslint-disable-line no-unused-vars
  return false;
}

async function every(fn, options = undefined) {
  checkFunction(fn);
  return !(await call2(some, this, async (...args) => !(await fn(...each(args))), options));
}

async function find(fn, options) {
  for await (const value of call2(filter, this, fn, options)) return value;
  return undefined;
}

async function reduce(reducer, initialValue, options) {
  checkFunction(reducer, 'reducer');
  checkOptions(options);
  let hasValue = arguments.length > 1;
  if (options?.signal?.aborted) {
    const err = abortedBy(options.signal);
    this.once('error', () => {});
    await require('stream/end_of_stream').finished(this.destroy(err));
    throw err;
  }
  const controller = new globals.AbortController();
  const { signal } = controller;
  options?.signal?.addEventListener('abort', () => controller.abort(), { once: true });
  let result = initialValue;
  try {
    for await (const value of this) {
      if (options?.signal?.aborted) throw new AbortError();
      if (hasValue) {
        result = await reducer(result, value, { signal });
      } else {
        result = value;
        hasValue = true;
      }
    }
    if (!hasValue) throw emptyReduce();
  } finally {
    controller.abort();
  }
  return result;
}

function emptyReduce() {
  const err = new codes.ERR_MISSING_ARGS('reduce');
  err.message = 'Reduce of an empty stream requires an initial value';
  return err;
}

function flatMap(fn, options) {
  const values = call2(map, this, fn, options);
  return flattened(values);
}

async function* flattened(values) {
  for await (const value of values) yield* value;
}

// A number of chunks, possibly infinite.
function toIntegerOrInfinity(number) {
  number = Number(number);
  if (numberIsNaN(number)) return 0;
  if (number < 0) throw new codes.ERR_OUT_OF_RANGE('number', '>= 0', number);
  return number;
}

function drop(number, options = undefined) {
  checkOptions(options);
  return dropped(this, toIntegerOrInfinity(number), options);
}

async function* dropped(stream, number, options) {
  if (options?.signal?.aborted) throw new AbortError();
  for await (const value of stream) {
    if (options?.signal?.aborted) throw new AbortError();
    if (number-- <= 0) yield value;
  }
}

function take(number, options = undefined) {
  checkOptions(options);
  return taken(this, toIntegerOrInfinity(number), options);
}

async function* taken(stream, number, options) {
  if (options?.signal?.aborted) throw new AbortError();
  for await (const value of stream) {
    if (options?.signal?.aborted) throw new AbortError();
    if (number-- > 0) yield value;
    if (number <= 0) return;
  }
}

const streamReturningOperators = { drop, filter, flatMap, map, take };
const promiseReturningOperators = { every, forEach, reduce, toArray, some, find };

function install(Readable) {
  for (const { 0: name, 1: operator } of each(objectEntries(streamReturningOperators))) {
    define(Readable, name, operator, function(...args) {
      if (new.target) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
      return Readable.from(reflectApply(operator, this, args));
    });
  }
  for (const { 0: name, 1: operator } of each(objectEntries(promiseReturningOperators))) {
    define(Readable, name, operator, function(...args) {
      if (new.target) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
      return reflectApply(operator, this, args);
    });
  }
  Readable.prototype.compose = function compose(stream, options) {
    return require('stream/compose').composeWith(this, stream, options);
  };
}

function define(Readable, name, operator, method) {
  objectDefineProperty(method, 'name', { __proto__: null, value: operator.name });
  objectDefineProperty(method, 'length', { __proto__: null, value: operator.length });
  objectDefineProperty(Readable.prototype, name, {
    __proto__: null, value: method, enumerable: false, configurable: true, writable: true,
  });
}

module.exports = { install };
