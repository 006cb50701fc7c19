'use strict';
// for await (const chunk of readable): reads on demand, waits for 'readable', ends or throws with the stream, and destroys
// the stream when the loop exits.
//
// Not an async generator: a buffered chunk resolves next() at once, in one promise job instead of three. Calls made while
// one is pending are queued and settled in order.

const { arrayPush, arrayShift, objectGetPrototypeOf } = require('core/intrinsics');
const { promiseResolve, promiseWithResolvers } = require('core/safe/promises');
const { aggregateTwoErrors } = require('core/errors');
const { destroyer } = require('stream/destroy');
const { eos } = require('stream/end_of_stream');

const AsyncIteratorPrototype = objectGetPrototypeOf(objectGetPrototypeOf(async function* () {}).prototype);

const noop = () => {};
// Only in object mode.
const isThenable = (chunk) => typeof chunk === 'object' && chunk !== null && typeof chunk.then === 'function';
const ended = (value) => ({ done: true, value });

function iterate(stream, options) {
  if (typeof stream.read !== 'function') stream = require('stream/readable').wrap(stream, { objectMode: true });
  const iterator = new ReadableIterator(stream, options);
  const object = {
    __proto__: AsyncIteratorPrototype,
    next() {
      return iterator.next();
    },
    return(value) {
      return iterator.complete((resolve) => resolve(ended(value)));
    },
    throw(err) {
      return iterator.complete((resolve, reject) => reject(err));
    },
    stream,
  };
  if (__hexloop_hooks__ !== undefined) require('async_context/steps').defineStep(object, () => iterator.step());
  return object;
}

class ReadableIterator {
  // Set once, when the stream ends: null if it ended without an error.
  error = undefined;
  started = false;
  done = false;
  // Pending calls: { executor, resolve, reject }; `executor` is undefined for next(), set for return() and throw().
  waiting = [];
  wake = noop;

  constructor(stream, options) {
    this.stream = stream;
    this.options = options;
  }

  start() {
    this.started = true;
    this.onReadable = () => this.wakeUp();
    this.stream.on('readable', this.onReadable);
    this.cleanup = eos(this.stream, { writable: false }, (err) => {
      this.error = err ? aggregateTwoErrors(this.error, err) : null;
      this.wakeUp();
    });
  }

  wakeUp() {
    const { wake } = this;
    this.wake = noop;
    wake();
  }

  next() {
    if (this.done) return promiseResolve(ended(undefined));
    const chunk = this.readIfFirst();
    if (chunk === null) return this.enqueue(undefined);
    return isThenable(chunk) ? this.unwrap(chunk) : promiseResolve({ done: false, value: chunk });
  }

  // A chunk that is a promise is awaited, as in the generator that this is not; later calls wait for it.
  unwrap(chunk) {
    const { promise, resolve, reject } = promiseWithResolvers();
    arrayPush(this.waiting, { executor: undefined, resolve, reject, chunk });
    if (this.waiting.length === 1) this.processQueue();
    return promise;
  }

  // next() in a program with stores (async_context/steps.js).
  step() {
    if (this.done) return promiseResolve(ended(undefined));
    const chunk = this.readIfFirst();
    if (isThenable(chunk)) return this.unwrap(chunk);
    return chunk === null ? this.enqueue(undefined) : new (require('async_context/steps').ContextResult)(chunk);
  }

  readIfFirst() {
    if (!this.started) this.start();
    return this.waiting.length === 0 ? this.read() : null;
  }

  // return() and throw(): after the calls before them.
  complete(executor) {
    if (this.waiting.length > 0) return this.enqueue(executor);
    this.finish();
    return new __hexloop_promise__(executor);
  }

  enqueue(executor) {
    const { promise, resolve, reject } = promiseWithResolvers();
    arrayPush(this.waiting, { executor, resolve, reject });
    if (this.waiting.length === 1) this.processQueue();
    return promise;
  }

  read() {
    try {
      return this.stream.destroyed ? null : this.stream.read();
    } catch (err) {
      this.error = aggregateTwoErrors(this.error, err);
      return null;
    }
  }

  async processQueue() {
    if (this.error === undefined && this.waiting[0].chunk === undefined) await this.waitForWakeUp();
    while (this.waiting.length > 0) {
      const { executor, resolve, reject } = this.waiting[0];
      if (executor !== undefined) {
        this.finish();
        executor(resolve, reject);
      } else if (this.done) {
        resolve(ended(undefined));
      } else {
        const chunk = this.waiting[0].chunk ?? this.read();
        if (chunk !== null) {
          try {
            resolve({ done: false, value: isThenable(chunk) ? await chunk : chunk });
          } catch (error) {
            this.error = error;
            this.finish();
            reject(error);
          }
        } else if (this.error === undefined) {
          await this.waitForWakeUp();
          continue;
        } else {
          const { error } = this;
          this.finish();
          if (error) reject(error);
          else resolve(ended(undefined));
        }
      }
      arrayShift(this.waiting);
    }
  }

  waitForWakeUp() {
    return new __hexloop_promise__((resolve) => {
      this.wake = resolve;
    });
  }

  finish() {
    if (this.done) return;
    this.done = true;
    const { error, stream } = this;
    if (!this.started) {
      // Never started, like a generator whose body never ran: leave the stream alone.
    } else if ((error || this.options?.destroyOnReturn !== false) &&
               (error === undefined || stream._readableState.autoDestroy)) {
      destroyer(stream, null);
    } else {
      stream.off('readable', this.onReadable);
      this.cleanup();
    }
  }
}

module.exports = { iterate };
