'use strict';
// tee(): one stream becomes two. Each chunk goes to both branches; the stream is cancelled when both branches are.
//
// Branches get a chunk in a microtask after its arrival: otherwise an error right after it would not reach the reader first.

const { promiseResolve } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const globals = require('globals');
const { arrayMap, arraySlice } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { kState, isA } = require('web_streams/interface');
const { Deferred, noop, upon } = require('web_streams/promises');
const { cancel } = require('web_streams/readable_operations');
const defaults = require('web_streams/default_controller');
const { ReadableStreamDefaultReader, ReadableStreamBYOBReader, readDefault, readInto, releaseReader } = require('web_streams/readers');

const inMicrotask = (callback) => upon(promiseResolve(), callback);

// Cancellation, common to both kinds of tee.
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
    for (let index = 0; index < 2; index++) if (!this.cancelled[index]) callback(this.controller(index), index);
  }

  cancel(index, reason) {
    this.cancelled[index] = true;
    this.reasons[index] = reason;
    if (this.cancelled[1 - index]) this.finished.resolve(cancel(this.stream, arraySlice(this.reasons)));
    return this.finished.promise;
  }

  finish() {
    if (!this.cancelled[0] || !this.cancelled[1]) this.finished.resolve();
  }
}

function teeDefault(stream, cloneForBranch2) {
  const reader = new ReadableStreamDefaultReader(stream);
  const branches = new Branches(stream);
  let reading = false;
  let readAgain = false;

  const request = {
    chunk(value) {
      inMicrotask(() => {
        readAgain = false;
        branches.each((controller, index) => {
          if (index === 1 && cloneForBranch2) value = require('core/structured_clone').structuredClone(value);
          defaults.enqueue(controller, value);
        });
        reading = false;
        if (readAgain) pull();
      });
    },
    // Node defers the close to a tick, after the readers' promise jobs.
    close() {
      globals.process.nextTick(() => {
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
      readAgain = true;
    } else {
      reading = true;
      readDefault(reader, request);
    }
    return promiseResolve();
  }

  const { createReadable } = require('web_streams/readable_stream');
  branches.streams = arrayMap([0, 1], (index) =>
    createReadable({ start: noop, pull, cancel: (reason) => branches.cancel(index, reason) }));
  upon(reader[kState].closed.promise, undefined, (reason) => {
    for (let index = 0; index < 2; index++) defaults.errorController(branches.controller(index), reason);
    branches.finish();
  });
  return branches.streams;
}

// A branch of a byte stream may supply its own buffer; then a BYOB reader is used.
class ByteTee {
  reading = false;
  readAgain = [false, false];

  constructor(stream) {
    this.stream = stream;
    this.bytes = require('web_streams/pull_into');
    this.branches = new Branches(stream);
    this.reader = new ReadableStreamDefaultReader(stream);
    const { createReadableBytes } = require('web_streams/readable_stream');
    this.branches.streams = arrayMap([0, 1], (index) => createReadableBytes({
      start: noop,
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
    for (let index = 0; index < 2; index++) this.bytes.errorController(this.branches.controller(index), reason);
  }

  pull(index) {
    if (this.reading) {
      this.readAgain[index] = true;
      return promiseResolve();
    }
    this.reading = true;
    const { getBYOBRequest } = require('web_streams/byte_controller');
    const request = getBYOBRequest(this.branches.controller(index));
    if (request === null) this.pullDefault();
    else this.pullInto(request[kState].view, index);
    return promiseResolve();
  }

  switchReader(Reader) {
    releaseReader(this.reader);
    this.reader = new Reader(this.stream);
    this.forwardError(this.reader);
  }

  // A copy for the other branch; undefined if out of memory, after everything was errored.
  cloneChunk(chunk) {
    try {
      return new Uint8Array(sliceOf(chunk.buffer, chunk.byteOffset, chunk.byteOffset + chunk.byteLength));
    } catch (reason) {
      this.errorBoth(reason);
      this.branches.finished.resolve(cancel(this.stream, reason));
      return undefined;
    }
  }

  continueReading() {
    this.reading = false;
    if (this.readAgain[0]) this.pull(0);
    else if (this.readAgain[1]) this.pull(1);
  }

  pullDefault() {
    if (isA(this.reader, 'ReadableStreamBYOBReader')) this.switchReader(ReadableStreamDefaultReader);
    const { branches, bytes } = this;
    readDefault(this.reader, {
      chunk: (chunk) => inMicrotask(() => {
        this.readAgain = [false, false];
        let second = chunk;
        if (!branches.cancelled[0] && !branches.cancelled[1]) {
          second = this.cloneChunk(chunk);
          if (second === undefined) return;
        }
        if (!branches.cancelled[0]) bytes.enqueue(branches.controller(0), chunk);
        if (!branches.cancelled[1]) bytes.enqueue(branches.controller(1), second);
        this.continueReading();
      }),
      close: () => {
        this.reading = false;
        branches.each((controller) => bytes.closeController(controller));
        for (let index = 0; index < 2; index++) {
          const controller = branches.controller(index);
          if (controller[kState].pendingPullIntos.length > 0) bytes.respond(controller, 0);
        }
        branches.finish();
      },
      error: () => {
        this.reading = false;
      },
    });
  }

  pullInto(view, index) {
    if (isA(this.reader, 'ReadableStreamDefaultReader')) this.switchReader(ReadableStreamBYOBReader);
    const { branches, bytes } = this;
    const byobBranch = branches.controller(index);
    const otherBranch = branches.controller(1 - index);
    readInto(this.reader, view, 1, {
      chunk: (chunk) => inMicrotask(() => {
        this.readAgain = [false, false];
        let copy;
        if (!branches.cancelled[1 - index]) {
          copy = this.cloneChunk(chunk);
          if (copy === undefined) return;
        }
        if (!branches.cancelled[index]) bytes.respondWithNewView(byobBranch, chunk);
        if (copy !== undefined) bytes.enqueue(otherBranch, copy);
        this.continueReading();
      }),
      close: (chunk) => {
        this.reading = false;
        if (!branches.cancelled[index]) bytes.closeController(byobBranch);
        if (!branches.cancelled[1 - index]) bytes.closeController(otherBranch);
        if (chunk !== undefined) {
          if (!branches.cancelled[index]) bytes.respondWithNewView(byobBranch, chunk);
          if (!branches.cancelled[1 - index] && otherBranch[kState].pendingPullIntos.length > 0) bytes.respond(otherBranch, 0);
        }
        branches.finish();
      },
      error: () => {
        this.reading = false;
      },
    });
  }
}

function tee(stream, cloneForBranch2) {
  if (isA(stream[kState].controller, 'ReadableByteStreamController')) return new ByteTee(stream).branches.streams;
  return teeDefault(stream, cloneForBranch2);
}

module.exports = { tee };
