'use strict';
// One stream read into two. What was read goes to both branches; only when both are cancelled is the stream.
//
// The branches are told a microtask after the chunk arrives: else an error right after it would not reach the reader first.

const { kState, isA } = require('web_streams/faces');
const { Deferred, nothing, upon } = require('web_streams/promises');
const { cancel } = require('web_streams/readable_operations');
const defaults = require('web_streams/default_controller');
const { ReadableStreamDefaultReader, ReadableStreamBYOBReader, readDefault, readInto, releaseFailing } = require('web_streams/readers');

const soon = (callback) => upon(Promise.resolve(), callback);

// Cancelling, which both kinds of tee do alike.
class Branches {
  cancelled = [false, false];
  reasons = [undefined, undefined];
  finished = new Deferred();
  streams = [];

  constructor(stream) {
    this.stream = stream;
  }

  controller(index) {
    return this.streams[index][kState].controller;
  }

  each(callback) {
    for (const index of [0, 1]) if (!this.cancelled[index]) callback(this.controller(index), index);
  }

  cancel(index, reason) {
    this.cancelled[index] = true;
    this.reasons[index] = reason;
    if (this.cancelled[1 - index]) this.finished.resolve(cancel(this.stream, [...this.reasons]));
    return this.finished.promise;
  }

  finish() {
    if (!this.cancelled[0] || !this.cancelled[1]) this.finished.resolve();
  }
}

function teeDefault(stream, cloneForSecond) {
  const reader = new ReadableStreamDefaultReader(stream);
  const branches = new Branches(stream);
  let reading = false;
  let again = false;

  const request = {
    chunk(value) {
      soon(() => {
        again = false;
        branches.each((controller, index) => {
          if (index === 1 && cloneForSecond) value = require('core/structured_clone').structuredClone(value);
          defaults.enqueue(controller, value);
        });
        reading = false;
        if (again) pull();
      });
    },
    // Node puts the end off to a tick, for readers that are still in their turn.
    close() {
      process.nextTick(() => {
        reading = false;
        branches.each(defaults.closeController);
        branches.finish();
      });
    },
    error() {
      reading = false;
    },
  };

  function pull() {
    if (reading) {
      again = true;
    } else {
      reading = true;
      readDefault(reader, request);
    }
    return Promise.resolve();
  }

  const { createReadable } = require('web_streams/readable_stream');
  branches.streams = [0, 1].map((index) =>
    createReadable({ start: nothing, pull, cancel: (reason) => branches.cancel(index, reason) }));
  upon(reader[kState].closed.promise, undefined, (reason) => {
    for (const index of [0, 1]) defaults.errorController(branches.controller(index), reason);
    branches.finish();
  });
  return branches.streams;
}

// A byte stream's branch may bring a buffer of its own; the reader is then one that takes it.
class ByteTee {
  reading = false;
  again = [false, false];

  constructor(stream) {
    this.stream = stream;
    this.bytes = require('web_streams/byte_pull');
    this.branches = new Branches(stream);
    this.reader = new ReadableStreamDefaultReader(stream);
    const { createReadableBytes } = require('web_streams/readable_stream');
    this.branches.streams = [0, 1].map((index) => createReadableBytes({
      start: nothing,
      pull: () => this.pull(index),
      cancel: (reason) => this.branches.cancel(index, reason),
    }));
    this.forwardError(this.reader);
  }

  forwardError(reader) {
    upon(reader[kState].closed.promise, undefined, (reason) => {
      if (reader !== this.reader) return;
      this.errorBoth(reason);
      this.branches.finish();
    });
  }

  errorBoth(reason) {
    for (const index of [0, 1]) this.bytes.errorController(this.branches.controller(index), reason);
  }

  pull(index) {
    if (this.reading) {
      this.again[index] = true;
      return Promise.resolve();
    }
    this.reading = true;
    const { requestFor } = require('web_streams/byte_controller');
    const request = requestFor(this.branches.controller(index));
    if (request === null) this.pullDefault();
    else this.pullInto(request[kState].view, index);
    return Promise.resolve();
  }

  use(Reader) {
    releaseFailing(this.reader);
    this.reader = new Reader(this.stream);
    this.forwardError(this.reader);
  }

  // A copy for the other branch; undefined when there is no memory for it, and all has failed.
  copyOf(chunk) {
    try {
      return new Uint8Array(chunk.buffer.slice(chunk.byteOffset, chunk.byteOffset + chunk.byteLength));
    } catch (reason) {
      this.errorBoth(reason);
      this.branches.finished.resolve(cancel(this.stream, reason));
      return undefined;
    }
  }

  goOn() {
    this.reading = false;
    if (this.again[0]) this.pull(0);
    else if (this.again[1]) this.pull(1);
  }

  pullDefault() {
    if (isA(this.reader, 'ReadableStreamBYOBReader')) this.use(ReadableStreamDefaultReader);
    const { branches, bytes } = this;
    readDefault(this.reader, {
      chunk: (chunk) => soon(() => {
        this.again = [false, false];
        let second = chunk;
        if (!branches.cancelled[0] && !branches.cancelled[1]) {
          second = this.copyOf(chunk);
          if (second === undefined) return;
        }
        if (!branches.cancelled[0]) bytes.enqueue(branches.controller(0), chunk);
        if (!branches.cancelled[1]) bytes.enqueue(branches.controller(1), second);
        this.goOn();
      }),
      close: () => {
        this.reading = false;
        branches.each((controller) => bytes.closeController(controller));
        for (const index of [0, 1]) {
          const controller = branches.controller(index);
          if (controller[kState].pending.length > 0) bytes.respond(controller, 0);
        }
        branches.finish();
      },
      error: () => {
        this.reading = false;
      },
    });
  }

  pullInto(view, index) {
    if (isA(this.reader, 'ReadableStreamDefaultReader')) this.use(ReadableStreamBYOBReader);
    const { branches, bytes } = this;
    const mine = branches.controller(index);
    const others = branches.controller(1 - index);
    readInto(this.reader, view, 1, {
      chunk: (chunk) => soon(() => {
        this.again = [false, false];
        let copy;
        if (!branches.cancelled[1 - index]) {
          copy = this.copyOf(chunk);
          if (copy === undefined) return;
        }
        if (!branches.cancelled[index]) bytes.respondWithNewView(mine, chunk);
        if (copy !== undefined) bytes.enqueue(others, copy);
        this.goOn();
      }),
      close: (chunk) => {
        this.reading = false;
        if (!branches.cancelled[index]) bytes.closeController(mine);
        if (!branches.cancelled[1 - index]) bytes.closeController(others);
        if (chunk !== undefined) {
          if (!branches.cancelled[index]) bytes.respondWithNewView(mine, chunk);
          if (!branches.cancelled[1 - index] && others[kState].pending.length > 0) bytes.respond(others, 0);
        }
        branches.finish();
      },
      error: () => {
        this.reading = false;
      },
    });
  }
}

function tee(stream, cloneForSecond) {
  if (isA(stream[kState].controller, 'ReadableByteStreamController')) return new ByteTee(stream).branches.streams;
  return teeDefault(stream, cloneForSecond);
}

module.exports = { tee };
