'use strict';
// The side of a socket that is written, with the events, callbacks and ticks of Node's Writable.
//
//   write ──▶ the system takes it at once ──▶ callback in a tick
//        └──▶ it must wait ──▶ more writes are held back ──▶ written: callback, then those held, as one write
//   end ──▶ nothing waits any more ──▶ shutdown, told in the pending phase ──▶ a tick ──▶ 'finish'

const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');

const HIGH_WATER_MARK = 65536;

const ignore = () => {};

class Outgoing {
  length = 0;
  ending = false;
  ended = false;
  finished = false;
  needDrain = false;
  #held = [];
  #writing = false;
  #sync = false;
  // The size and callback of the write under way.
  #size = 0;
  #callback = ignore;
  #finalCalled = false;
  #onFinish = [];
  // Callbacks that are the same function share a tick: { callback, count }.
  #afterTick = null;
  #afterScheduled = false;

  constructor(socket) {
    this.socket = socket;
  }

  get hasToTell() { return this.#held.length > 0 || this.#onFinish.length > 0; }

  // True or false as write() answers, or the error that was told.
  write(chunk, encoding, callback) {
    if (typeof callback !== 'function') callback = ignore;
    const bytesOrText = checkChunk(chunk, encoding);
    let error;
    if (this.ending) error = new codes.ERR_STREAM_WRITE_AFTER_END();
    else if (this.socket.destroyed) error = new codes.ERR_STREAM_DESTROYED('write');
    if (error !== undefined) {
      nextTick(callback, error);
      this.socket.destroy(error);
      return error;
    }
    return this.#send({ chunk: bytesOrText, encoding: encoding || 'utf8', callback });
  }

  #send(entry) {
    this.length += entry.chunk.length;
    if (this.#writing || this.socket.errored !== null) this.#held.push(entry);
    else this.#dispatch([entry], entry.chunk.length, entry.callback);
    const hasRoom = this.length < HIGH_WATER_MARK || this.length === 0;
    if (!hasRoom) this.needDrain = true;
    return hasRoom && !this.socket.destroyed && this.socket.errored === null;
  }

  #dispatch(entries, size, callback) {
    this.#size = size;
    this.#callback = callback;
    this.#writing = true;
    this.#sync = true;
    this.socket._send(entries, (error) => this.#written(error));
    this.#sync = false;
  }

  #written(error) {
    const sync = this.#sync;
    const callback = this.#callback;
    this.#callback = ignore;
    this.#writing = false;
    this.length -= this.#size;
    this.#size = 0;
    if (error) {
      this.socket.errored ??= error;
      if (sync) nextTick(() => this.#failed(error, callback));
      else this.#failed(error, callback);
      return;
    }
    if (this.#held.length > 0 && !this.socket.destroyed) this.#sendHeld();
    if (!sync) this.#after(1, callback);
    else this.#afterLater(callback);
  }

  #failed(error, callback) {
    callback(error);
    this.failHeld();
    this.socket.destroy(error);
  }

  #sendHeld() {
    const entries = this.#held;
    this.#held = [];
    if (entries.length === 1) {
      this.#dispatch(entries, entries[0].chunk.length, entries[0].callback);
      return;
    }
    const callback = entries.every((entry) => entry.callback === ignore) ? ignore : (error) => {
      for (const entry of entries) entry.callback(error);
    };
    this.#dispatch(entries, this.length, callback);
  }

  // Without a callback and with nobody waiting for 'drain' no tick is spent.
  #afterLater(callback) {
    const needsTick = (this.needDrain && this.length === 0) || this.socket.destroyed || callback !== ignore;
    if (callback !== ignore && this.#afterTick?.callback === callback) {
      this.#afterTick.count++;
    } else if (!needsTick || (callback === ignore && this.#afterScheduled)) {
      if (this.ending) this.finishMaybe();
    } else {
      const after = { callback, count: 1 };
      if (callback !== ignore) this.#afterTick = after;
      this.#afterScheduled = true;
      nextTick(() => {
        if (callback !== ignore) this.#afterTick = null;
        this.#after(after.count, callback);
      });
    }
  }

  #after(count, callback) {
    this.#afterScheduled = false;
    if (this.needDrain && !this.ending && !this.socket.destroyed && this.length === 0) {
      this.needDrain = false;
      this.socket.emit('drain');
    }
    while (count-- > 0) {
      callback(null);
    }
    if (this.socket.destroyed) this.failHeld();
    if (this.ending) this.finishMaybe();
  }

  // What was never sent, and end()'s callbacks, learn that it never will be.
  failHeld() {
    if (this.#writing) return;
    const entries = this.#held;
    this.#held = [];
    for (const { chunk, callback } of entries) {
      this.length -= chunk.length;
      callback(this.socket.errored ?? new codes.ERR_STREAM_DESTROYED('write'));
    }
    this.#callFinished(this.socket.errored ?? new codes.ERR_STREAM_DESTROYED('end'));
  }

  end(chunk, encoding, callback) {
    let error;
    if (chunk !== undefined && chunk !== null) {
      const answer = this.write(chunk, encoding);
      if (answer instanceof Error) error = answer;
    }
    if (error === undefined) {
      if (!this.ending && this.socket.errored === null) {
        this.ending = true;
        this.finishMaybe();
        this.ended = true;
      } else if (this.finished) {
        error = new codes.ERR_STREAM_ALREADY_FINISHED('end');
      } else if (this.socket.destroyed) {
        error = new codes.ERR_STREAM_DESTROYED('end');
      }
    }
    if (typeof callback !== 'function') return;
    if (error !== undefined) nextTick(callback, error);
    else if (this.socket.errored !== null) nextTick(callback, this.socket.errored);
    else if (this.finished) nextTick(callback, null);
    else this.#onFinish.push(callback);
  }

  get #canFinish() {
    return this.ending && !this.finished && !this.#writing && this.#held.length === 0 && this.length === 0 &&
      this.socket.errored === null && !this.socket.destroyed;
  }

  finishMaybe() {
    if (!this.#canFinish || this.#finalCalled) return;
    this.#finalCalled = true;
    this.socket._shutDown((error) => {
      if (error) {
        this.#callFinished(error);
        this.socket.destroy(error);
      } else if (this.#canFinish) {
        this.socket.emit('prefinish');
        nextTick(() => this.#finish());
      }
    });
  }

  #finish() {
    this.finished = true;
    this.#callFinished(null);
    this.socket.emit('finish');
    this.socket._destroyIfOver();
  }

  #callFinished(error) {
    const callbacks = this.#onFinish;
    this.#onFinish = [];
    for (const callback of callbacks) callback(error);
  }
}

// A string stays one until it is sent: Node counts its characters, not its bytes, against the high-water mark.
function checkChunk(chunk, encoding) {
  if (chunk === null) throw new codes.ERR_STREAM_NULL_VALUES();
  const { Buffer } = require('buffer');
  if (encoding && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  if (typeof chunk === 'string') {
    if (encoding === 'buffer') throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    return chunk;
  }
  if (ArrayBuffer.isView(chunk)) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
}

module.exports = { Outgoing };
