'use strict';
// Readable.from(iterable): a stream of an iterator's values, which it pulls only when read.

const globals = require('globals');
const { call2 } = require('core/safe/calls');
const { promiseThen } = require('core/safe/promises');
const { codes } = require('core/errors');

function from(Readable, iterable, options) {
  if (typeof iterable === 'string' || iterable instanceof globals.Buffer) {
    return new Readable({
      objectMode: true,
      ...options,
      read() {
        this.push(iterable);
        this.push(null);
      },
    });
  }
  let iterator;
  let isAsync;
  if (iterable && iterable[Symbol.asyncIterator]) {
    isAsync = true;
    iterator = iterable[Symbol.asyncIterator]();
  } else if (iterable && iterable[Symbol.iterator]) {
    isAsync = false;
    iterator = iterable[Symbol.iterator]();
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('iterable', ['Iterable'], iterable);
  }
  const readable = new Readable({ objectMode: true, highWaterMark: 1, ...options });
  readFrom(readable, iterator, isAsync);
  return readable;
}

function readFrom(readable, iterator, isAsync) {
  // A _read() during another one does nothing.
  let reading = false;

  // True if the stream wants more.
  function pushValue(value) {
    if (value === null) {
      reading = false;
      throw new codes.ERR_STREAM_NULL_VALUES();
    }
    if (readable.push(value)) return true;
    reading = false;
    return false;
  }

  async function readAsync() {
    for (;;) {
      try {
        const { value, done } = await iterator.next();
        if (done) {
          readable.push(null);
        } else if (pushValue(value)) {
          continue;
        }
      } catch (err) {
        readable.destroy(err);
      }
      break;
    }
  }

  function readSync() {
    for (;;) {
      try {
        const { value, done } = iterator.next();
        if (done) {
          readable.push(null);
        } else if (value && typeof value.then === 'function') {
          readPromises(value);
        } else if (pushValue(value)) {
          continue;
        }
      } catch (err) {
        readable.destroy(err);
      }
      break;
    }
  }

  // A synchronous iterator of promises: await each.
  async function readPromises(promise) {
    for (;;) {
      try {
        if (!pushValue(await promise)) break;
        const { value, done } = iterator.next();
        if (done) {
          readable.push(null);
          break;
        }
        promise = value;
      } catch (err) {
        readable.destroy(err);
        break;
      }
    }
  }

  readable._read = function() {
    if (reading) return;
    reading = true;
    if (isAsync) readAsync();
    else readSync();
  };

  const originalDestroy = readable._destroy;
  readable._destroy = function(error, callback) {
    call2(originalDestroy, this, error, (failure) => {
      const reason = failure || error;
      promiseThen(close(iterator, reason), 
        () => globals.process.nextTick(callback, reason),
        (err) => globals.process.nextTick(callback, err || reason));
    });
  };
}

async function close(iterator, error) {
  if (error !== undefined && error !== null && typeof iterator.throw === 'function') {
    const { value, done } = await iterator.throw(error);
    await value;
    if (done) return;
  }
  if (typeof iterator.return === 'function') {
    const { value } = await iterator.return();
    await value;
  }
}

module.exports = { from };
