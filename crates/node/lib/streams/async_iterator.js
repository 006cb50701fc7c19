'use strict';
// for await (const chunk of readable): reads when asked, waits on 'readable', ends or throws with the stream, and
// destroys it when the loop is left.
//
// Not an async generator: a chunk that is there is answered at once, in one promise job instead of three. Calls that
// come while one waits are answered in order.

const { arrayPush, arrayShift, objectGetPrototypeOf } = require('core/intrinsics');
const { promiseResolve, promiseWithResolvers } = require('core/safe/promises');
const { aggregateTwoErrors } = require('core/errors');
const { destroyer } = require('streams/destroy');
const { eos } = require('streams/end_of_stream');

const AsyncIteratorPrototype = objectGetPrototypeOf(objectGetPrototypeOf(async function* () {}).prototype);

const nothing = () => {};
const ended = (value) => ({ done: true, value });

function iterate(stream, options) {
  if (typeof stream.read !== 'function') stream = require('streams/readable').wrap(stream, { objectMode: true });
  const reading = new Reading(stream, options);
  return {
    __proto__: AsyncIteratorPrototype,
    next() {
      return reading.next();
    },
    return(value) {
      return reading.leave((resolve) => resolve(ended(value)));
    },
    throw(err) {
      return reading.leave((resolve, reject) => reject(err));
    },
    stream,
  };
}

class Reading {
  // Set once, by the end of the stream: null for well.
  error = undefined;
  started = false;
  done = false;
  // Calls that wait: { answer, resolve, reject }; `answer` is set where it is not a chunk that is wanted.
  waiting = [];
  wake = nothing;

  constructor(stream, options) {
    this.stream = stream;
    this.options = options;
  }

  start() {
    this.started = true;
    this.onReadable = () => this.rouse();
    this.stream.on('readable', this.onReadable);
    this.cleanup = eos(this.stream, { writable: false }, (err) => {
      this.error = err ? aggregateTwoErrors(this.error, err) : null;
      this.rouse();
    });
  }

  rouse() {
    const { wake } = this;
    this.wake = nothing;
    wake();
  }

  next() {
    if (this.done) return promiseResolve(ended(undefined));
    if (!this.started) this.start();
    if (this.waiting.length === 0) {
      const chunk = this.read();
      if (chunk !== null) return promiseResolve({ done: false, value: chunk });
    }
    return this.enqueue(undefined);
  }

  // return() and throw(): after the calls before them.
  leave(answer) {
    if (this.waiting.length > 0) return this.enqueue(answer);
    this.finish();
    return new Promise(answer);
  }

  enqueue(answer) {
    const { promise, resolve, reject } = promiseWithResolvers();
    arrayPush(this.waiting, { answer, resolve, reject });
    if (this.waiting.length === 1) this.serve();
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

  async serve() {
    if (this.error === undefined) await this.roused();
    while (this.waiting.length > 0) {
      const { answer, resolve, reject } = this.waiting[0];
      if (answer !== undefined) {
        this.finish();
        answer(resolve, reject);
      } else if (this.done) {
        resolve(ended(undefined));
      } else {
        const chunk = this.read();
        if (chunk !== null) {
          resolve({ done: false, value: chunk });
        } else if (this.error === undefined) {
          await this.roused();
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

  roused() {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  finish() {
    if (this.done) return;
    this.done = true;
    const { error, stream } = this;
    if (!this.started) {
      // A generator that never ran: nothing is touched.
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
