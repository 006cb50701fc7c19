'use strict';
// readable.map(), .filter(), .reduce() and their like: iterator helpers that read a stream concurrently and keep its order.

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
  const concurrency = options?.concurrency != null ? Math.floor(options.concurrency) : 1;
  const ahead = options?.highWaterMark != null ? Math.floor(options.highWaterMark) : concurrency - 1;
  validateInteger(concurrency, 'options.concurrency', 1);
  validateInteger(ahead, 'options.highWaterMark', 0);
  return mapped(this, fn, options, concurrency, ahead + concurrency);
}

// A pump fills a queue of promises, as many as may run at once; they are taken off in the order they came.
async function* mapped(stream, fn, options, concurrency, mostQueued) {
  const signal = AbortSignal.any([options?.signal].filter(Boolean));
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
    if (resume && !done && running < concurrency && queue.length < mostQueued) resume = call(resume);
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
          value = Promise.resolve(value);
        } catch (err) {
          value = Promise.reject(err);
        }
        running += 1;
        value.then(afterItem, onCatch);
        queue.push(value);
        if (next) next = call(next);
        if (!done && (queue.length >= mostQueued || running >= concurrency)) {
          await new Promise((resolve) => {
            resume = resolve;
          });
        }
      }
      queue.push(kEof);
    } catch (err) {
      const failed = Promise.reject(err);
      failed.then(afterItem, onCatch);
      queue.push(failed);
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
        queue.shift();
        maybeResume();
      }
      await new Promise((resolve) => {
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
  async function keep(value, given) {
    return (await fn(value, given)) ? value : kEmpty;
  }
  return map.call(this, keep, options);
}

async function forEach(fn, options) {
  checkFunction(fn);
  async function visit(value, given) {
    await fn(value, given);
    return kEmpty;
  }
  for await (const unused of map.call(this, visit, options)); // eslint-disable-line no-unused-vars
}

async function toArray(options) {
  checkOptions(options);
  const all = [];
  for await (const value of this) {
    if (options?.signal?.aborted) throw abortedBy(options.signal);
    all.push(value);
  }
  return all;
}

async function some(fn, options = undefined) {
  for await (const unused of filter.call(this, fn, options)) return true; // eslint-disable-line no-unused-vars
  return false;
}

async function every(fn, options = undefined) {
  checkFunction(fn);
  return !(await some.call(this, async (...args) => !(await fn(...args)), options));
}

async function find(fn, options) {
  for await (const value of filter.call(this, fn, options)) return value;
  return undefined;
}

async function reduce(reducer, initialValue, options) {
  checkFunction(reducer, 'reducer');
  checkOptions(options);
  let hasValue = arguments.length > 1;
  if (options?.signal?.aborted) {
    const err = abortedBy(options.signal);
    this.once('error', () => {});
    await require('streams/end_of_stream').finished(this.destroy(err));
    throw err;
  }
  const controller = new AbortController();
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
  const values = map.call(this, fn, options);
  return flattened(values);
}

async function* flattened(values) {
  for await (const value of values) yield* value;
}

// A count of chunks; infinity is one.
function countOf(number) {
  number = Number(number);
  if (Number.isNaN(number)) return 0;
  if (number < 0) throw new codes.ERR_OUT_OF_RANGE('number', '>= 0', number);
  return number;
}

function drop(number, options = undefined) {
  checkOptions(options);
  return dropped(this, countOf(number), options);
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
  return taken(this, countOf(number), options);
}

async function* taken(stream, number, options) {
  if (options?.signal?.aborted) throw new AbortError();
  for await (const value of stream) {
    if (options?.signal?.aborted) throw new AbortError();
    if (number-- > 0) yield value;
    if (number <= 0) return;
  }
}

const toStreams = { drop, filter, flatMap, map, take };
const toPromises = { every, forEach, reduce, toArray, some, find };

function install(Readable) {
  for (const [name, operator] of Object.entries(toStreams)) {
    define(Readable, name, operator, function(...args) {
      if (new.target) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
      return Readable.from(Reflect.apply(operator, this, args));
    });
  }
  for (const [name, operator] of Object.entries(toPromises)) {
    define(Readable, name, operator, function(...args) {
      if (new.target) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
      return Reflect.apply(operator, this, args);
    });
  }
  Readable.prototype.compose = function compose(stream, options) {
    return require('streams/compose').composeWith(this, stream, options);
  };
}

function define(Readable, name, operator, method) {
  Object.defineProperty(method, 'name', { __proto__: null, value: operator.name });
  Object.defineProperty(method, 'length', { __proto__: null, value: operator.length });
  Object.defineProperty(Readable.prototype, name, {
    __proto__: null, value: method, enumerable: false, configurable: true, writable: true,
  });
}

module.exports = { install };
