'use strict';
// The side of a socket that is read, with the events and ticks of Node's Readable.
//
//   paused by default ──on('data'), resume()──▶ flowing ──pause()──▶ paused on purpose
//
// The socket is read from the moment it is connected, whether anybody listens or not, until 64 KiB wait here; taking
// some of them lets it go on. The end is told when nothing waits any more, one tick later.
// There is no read() and no 'readable' here: they come with streams.

const { nextTick } = require('loop/ticks');

const HIGH_WATER_MARK = 65536;

class Incoming {
  // null: nobody has said anything yet.
  flowing = null;
  length = 0;
  ended = false;
  endEmitted = false;
  decoder = null;
  didRead = false;
  #held = [];
  #paused = false;
  #resumeScheduled = false;
  #flowScheduled = false;
  #endScheduled = false;

  constructor(socket) {
    this.socket = socket;
  }

  get isPaused() { return this.#paused || this.flowing === false; }

  // True if there is room for more.
  push(bytes) {
    const chunk = this.decoder === null ? bytes : this.decoder.write(bytes);
    if (chunk.length > 0) this.#add(chunk);
    return !this.ended && (this.length < HIGH_WATER_MARK || this.length === 0);
  }

  #add(chunk) {
    if (this.flowing && this.length === 0 && this.socket.listenerCount('data') > 0) {
      this.didRead = true;
      this.socket.emit('data', chunk);
      return;
    }
    this.#hold(chunk);
    if (this.flowing && !this.#flowScheduled) {
      this.#flowScheduled = true;
      nextTick(() => {
        this.#flowScheduled = false;
        this.#flow();
      });
    }
  }

  #hold(chunk) {
    this.#held.push(chunk);
    this.length += chunk.length;
  }

  // The other side will send no more.
  end() {
    if (this.ended) return;
    const rest = this.decoder === null ? '' : this.decoder.end();
    if (rest.length > 0) this.#hold(rest);
    this.ended = true;
    this.#flow();
    if (this.length === 0) this.#scheduleEnd();
  }

  #scheduleEnd() {
    if (this.endEmitted || this.#endScheduled) return;
    this.#endScheduled = true;
    nextTick(() => {
      this.#endScheduled = false;
      if (!this.endEmitted && this.length === 0) this.socket._emitEnd();
    });
  }

  #flow() {
    while (this.flowing && this.#take());
    if (this.flowing && this.ended && this.length === 0) this.#scheduleEnd();
  }

  // One chunk; false if there is none.
  #take() {
    const chunk = this.#held.shift();
    if (chunk === undefined) return false;
    this.length -= chunk.length;
    if (this.length < HIGH_WATER_MARK) this.socket._readMore();
    // Before the data is told: the end is queued ahead of the ticks that its listeners queue.
    if (this.length === 0 && this.ended) this.#scheduleEnd();
    if (!this.socket._hasSaidAll()) {
      this.didRead = true;
      this.socket.emit('data', chunk);
    }
    return true;
  }

  resume() {
    if (!this.flowing) {
      this.flowing = true;
      if (!this.#resumeScheduled) {
        this.#resumeScheduled = true;
        nextTick(() => this.#resumeNow());
      }
    }
    this.#paused = false;
  }

  #resumeNow() {
    this.socket._readMore();
    if (this.ended && this.length === 0) this.#scheduleEnd();
    this.#resumeScheduled = false;
    this.socket.emit('resume');
    this.#flow();
    if (this.flowing) this.socket._readMore();
  }

  pause() {
    if (this.flowing !== false) {
      this.flowing = false;
      this.socket.emit('pause');
    }
    this.#paused = true;
  }

  setEncoding(encoding) {
    const { StringDecoder } = require('string_decoder');
    this.decoder = new StringDecoder(encoding);
    let text = '';
    for (const chunk of this.#held) text += this.decoder.write(chunk);
    if (this.ended) text += this.decoder.end();
    this.#held = text === '' ? [] : [text];
    this.length = text.length;
  }
}

module.exports = { Incoming, HIGH_WATER_MARK };
