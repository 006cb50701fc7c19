'use strict';
// process.stdin, with the face of a Readable.
//
// Nothing is read until somebody wants it: a 'data' or 'readable' listener, resume(), pipe(), an iterator. While it is
// wanted, a pipe or a terminal is watched in the poll phase and keeps the loop alive; a file is read piece by piece on the
// thread pool. pause() gives both up again.
//
//   paused ──on('data'), resume()──▶ flowing: each chunk is a 'data' event
//      └─────on('readable')────────▶ held: chunks wait for read()

const EventEmitter = require('events');
const native = binding('stdio');
const { nextTick, runCallback } = require('loop/ticks');

const theBuffer = () => require('buffer').Buffer;

class StandardInput extends EventEmitter {
  readable = true;
  readableFlowing = null;
  readableEnded = false;
  readableEncoding = null;
  readableObjectMode = false;
  readableHighWaterMark = 65536;
  readableAborted = false;
  readableDidRead = false;
  destroyed = false;
  closed = false;
  errored = null;
  #held = [];
  #decoder = null;
  #isReading = false;
  #isReferenced = true;
  #isAtEnd = false;
  // Ends of a file read that is under way count only for the reading that asked for it.
  #round = 0;

  constructor(fd) {
    super();
    this.fd = fd;
    this._type = native.kind(fd);
    if (this._type === 'tty') {
      this.isTTY = true;
      this.isRaw = false;
    }
  }

  get readableLength() {
    return this.#held.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  on(event, listener) {
    super.on(event, listener);
    if (event === 'data') {
      if (this.listenerCount('readable') === 0 && this.readableFlowing !== false) this.resume();
    } else if (event === 'readable') {
      this.readableFlowing = false;
      this.#startReading();
      if (this.#held.length > 0 || this.#isAtEnd) nextTick(() => this.emit('readable'));
    }
    return this;
  }

  addListener(event, listener) {
    return this.on(event, listener);
  }

  removeListener(event, listener) {
    super.removeListener(event, listener);
    if (event === 'readable' && this.listenerCount('readable') === 0) {
      this.readableFlowing = this.listenerCount('data') > 0 ? true : null;
      if (this.readableFlowing) this.resume();
      else this.#stopReading();
    }
    return this;
  }

  off(event, listener) {
    return this.removeListener(event, listener);
  }

  setEncoding(encoding = 'utf8') {
    const name = String(encoding).toLowerCase();
    if (!theBuffer().isEncoding(name)) {
      const { ERR_UNKNOWN_ENCODING } = require('core/errors').codes;
      throw new ERR_UNKNOWN_ENCODING(encoding);
    }
    this.#decoder = new (require('string_decoder').StringDecoder)(name);
    this.readableEncoding = this.#decoder.encoding;
    this.#held = this.#held.map((chunk) => this.#decoder.write(chunk)).filter((text) => text !== '');
    return this;
  }

  resume() {
    if (this.destroyed) return this;
    if (this.readableFlowing !== true) {
      this.readableFlowing = this.listenerCount('readable') === 0;
      nextTick(() => this.#begin());
    }
    return this;
  }

  #begin() {
    this.emit('resume');
    this.#flow();
    if (this.readableFlowing !== false) this.#startReading();
  }

  // What was held while nobody listened.
  #flow() {
    while (this.readableFlowing && this.#held.length > 0) this.emit('data', this.#held.shift());
    if (this.readableFlowing && this.#isAtEnd) this.#end();
  }

  pause() {
    if (this.readableFlowing !== false) {
      this.readableFlowing = false;
      this.emit('pause');
    }
    this.#stopReading();
    return this;
  }

  isPaused() {
    return this.readableFlowing === false && this.listenerCount('readable') === 0;
  }

  // All that is held, or `size` of it; null when there is not that much.
  read(size) {
    const held = this.readableLength;
    if (size === undefined || Number.isNaN(size)) size = held;
    if (size > held && this.#isAtEnd) size = held;
    if (held === 0 || size > held || size <= 0) {
      if (held === 0 && this.#isAtEnd) this.#end();
      else if (!this.#isAtEnd && size !== 0) this.#startReading();
      return null;
    }
    const all = this.#decoder === null ? theBuffer().concat(this.#held) : this.#held.join('');
    const chunk = all.slice(0, size);
    this.#held = size < held ? [all.slice(size)] : [];
    if (this.#held.length === 0 && this.#isAtEnd) nextTick(() => this.#end());
    this.emit('data', chunk);
    return chunk;
  }

  #startReading() {
    if (this.#isReading || this.#isAtEnd || this.destroyed) return;
    this.#isReading = true;
    if (this._type !== 'pipe' && this._type !== 'tty') return this.#readFile();
    const errno = native.startReading(this.fd, (outcome) => runCallback(() => this.#take(outcome)));
    if (errno < 0) return this.#fail(require('core/system_errors').errnoException(errno, 'read'));
    if (!this.#isReferenced) native.referenceReading(false);
  }

  #readFile() {
    const round = ++this.#round;
    const id = require('loop/requests').expect((error, bytes) => {
      if (error) return this.#endOfFile(error);
      this.#take(bytes.length === 0 ? null : bytes);
      if (this.#isReading && round === this.#round) this.#readFile();
    });
    native.readFile(this.fd, id);
  }

  // A folder cannot be read, and Node shows it as empty.
  #endOfFile(error) {
    if (error.code === 'EISDIR') this.#take(null);
    else this.#fail(error);
  }

  #stopReading() {
    if (!this.#isReading) return;
    this.#isReading = false;
    if (this._type === 'pipe' || this._type === 'tty') native.stopReading();
  }

  // Bytes, null at the end, or an error number.
  #take(outcome) {
    if (typeof outcome === 'number') return this.#fail(require('core/system_errors').errnoException(outcome, 'read'));
    if (outcome !== null) return this.#deliver(theBuffer().from(outcome.buffer, outcome.byteOffset, outcome.byteLength));
    this.#isReading = false;
    this.#isAtEnd = true;
    const rest = this.#decoder === null ? '' : this.#decoder.end();
    if (rest !== '') this.#offer(rest);
    if (this.readableFlowing) this.#end();
    else this.emit('readable');
  }

  #deliver(bytes) {
    this.readableDidRead = true;
    const chunk = this.#decoder === null ? bytes : this.#decoder.write(bytes);
    if (chunk.length > 0) this.#offer(chunk);
  }

  #offer(chunk) {
    if (this.readableFlowing && this.#held.length === 0) {
      this.emit('data', chunk);
    } else {
      this.#held.push(chunk);
      this.emit('readable');
    }
  }

  #end() {
    if (this.readableEnded || this.#held.length > 0) return;
    this.readable = false;
    this.readableEnded = true;
    nextTick(() => {
      this.emit('end');
      if (this._type !== 'fs') this.destroy();
    });
  }

  #fail(error) {
    this.#isReading = false;
    this.destroy(error);
  }

  destroy(error) {
    if (this.destroyed) return this;
    this.#stopReading();
    this.destroyed = true;
    this.readable = false;
    this.readableAborted = !this.readableEnded;
    this.errored = error ?? null;
    nextTick(() => {
      if (error) this.emit('error', error);
      this.closed = true;
      this.emit('close', Boolean(error));
    });
    return this;
  }

  pipe(destination, options) {
    const onData = (chunk) => {
      if (destination.write(chunk) === false) {
        this.pause();
        destination.once('drain', () => this.resume());
      }
    };
    this.on('data', onData);
    const endsToo = options?.end !== false && !destination._isStdio;
    if (endsToo) this.once('end', () => destination.end());
    destination.emit('pipe', this);
    return destination;
  }

  ref() {
    this.#isReferenced = true;
    if (this.#isReading) native.referenceReading(true);
    return this;
  }

  unref() {
    this.#isReferenced = false;
    if (this.#isReading) native.referenceReading(false);
    return this;
  }

  hasRef() {
    return this.#isReferenced;
  }

  async *[Symbol.asyncIterator]() {
    let wake;
    let failure;
    let isOver = this.readableEnded || this.destroyed;
    const notice = () => wake?.();
    const onError = (error) => { failure = error; notice(); };
    const onOver = () => { isOver = true; notice(); };
    this.on('readable', notice).on('error', onError).on('end', onOver).on('close', onOver);
    try {
      while (true) {
        const chunk = this.destroyed ? null : this.read();
        if (chunk !== null) yield chunk;
        else if (failure !== undefined) throw failure;
        else if (isOver) return;
        else await new Promise((resolve) => { wake = resolve; });
      }
    } finally {
      this.off('readable', notice).off('error', onError).off('end', onOver).off('close', onOver);
      if (this._type !== 'fs') this.destroy();
    }
  }
}

// By the names of the classes that Node has for them.
class ReadStream extends StandardInput {}
class Socket extends StandardInput {}

// Only a terminal has it.
function setRawMode(flag) {
  const errno = native.setRawMode(this.fd, Boolean(flag));
  if (errno < 0) this.emit('error', require('core/system_errors').errnoException(errno, 'setRawMode'));
  else this.isRaw = Boolean(flag);
  return this;
}

function createInput(fd) {
  const stream = native.kind(fd) === 'pipe' ? new Socket(fd) : new ReadStream(fd);
  if (stream.isTTY) stream.setRawMode = setRawMode;
  return stream;
}

module.exports = { createInput, ReadStream, openTerminal: createInput };
