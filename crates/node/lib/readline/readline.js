'use strict';
// readline/promises.Readline: collects cursor movements and clears, and writes them at once.

const { arrayJoin, arrayPush } = require('core/intrinsics');
const { isWritable } = require('stream');
const { nextTick } = require('loop/ticks');
const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
const { validateBoolean, validateInteger } = require('core/validate');
const { sequences } = require('readline/cursor');

class Readline {
  #stream;
  #autoCommit = false;
  #pending = [];

  constructor(stream, options = undefined) {
    if (!isWritable(stream)) throw new ERR_INVALID_ARG_TYPE('stream', 'Writable', stream);
    this.#stream = stream;
    if (options?.autoCommit != null) {
      validateBoolean(options.autoCommit, 'options.autoCommit');
      this.#autoCommit = options.autoCommit;
    }
  }

  cursorTo(x, y = undefined) {
    validateInteger(x, 'x');
    if (y != null) validateInteger(y, 'y');
    return this.#add(sequences.to(x, y));
  }

  moveCursor(dx, dy) {
    if (dx || dy) {
      validateInteger(dx, 'dx');
      validateInteger(dy, 'dy');
      this.#add(sequences.by(dx, dy));
    }
    return this;
  }

  clearLine(dir) {
    validateInteger(dir, 'dir', -1, 1);
    return this.#add(sequences.clear(dir));
  }

  clearScreenDown() {
    return this.#add(sequences.clearDown);
  }

  commit() {
    return new __hexloop_promise__((resolve) => {
      this.#stream.write(arrayJoin(this.#pending, ''), resolve);
      this.#pending = [];
    });
  }

  rollback() {
    this.#pending = [];
    return this;
  }

  #add(sequence) {
    if (this.#autoCommit) nextTick(() => this.#stream.write(sequence));
    else arrayPush(this.#pending, sequence);
    return this;
  }
}

module.exports = { Readline };
