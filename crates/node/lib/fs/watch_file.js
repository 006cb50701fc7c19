'use strict';
// fs.watchFile: the file is looked at again and again. All listeners of a file share one StatWatcher.

const native = binding('fs');
const EventEmitter = require('events');
const { registerRequest } = require('loop/requests');
const { noteOrigin } = require('loop/state');
const { validateFunction, validateUint32 } = require('core/validate');
const { pathOf } = require('fs/arguments');
const { statsFrom } = require('fs/stats');

const DEFAULT_INTERVAL = 5007;
const NOTHING = new Float64Array(18);
const watchers = new Map();

class StatWatcher extends EventEmitter {
  #path;
  #interval;
  #bigint;
  #timer = null;
  #stopped = false;
  // What was seen last: numbers, or the error number of a file that could not be looked at; undefined before the first look.
  #seen;
  #numbers = NOTHING;
  // How many of its listeners want the program to wait.
  #waiting = 0;

  constructor(path, interval, bigint) {
    super();
    this.#path = path;
    this.#interval = interval;
    this.#bigint = bigint;
    if (noteOrigin !== undefined) noteOrigin(this);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitInit(this, 'STATWATCHER');
  }

  start() {
    if (this.#timer === null) this.#look();
  }

  #look() {
    // The look itself keeps the program alive only for as long as it takes.
    native.stat(registerRequest((error, numbers) => {
      if (this.#stopped) return;
      this.#compare(error ? error.errno : 0, error ? NOTHING : numbers);
      if (this.#stopped) return;
      this.#timer = setTimeout(() => this.#look(), this.#interval);
      if (noteOrigin !== undefined) noteOrigin(this.#timer, this);
      if (this.#waiting === 0) this.#timer.unref();
    }, 'StatWatcher'), this.#path);
  }

  #compare(status, numbers) {
    const [before, old] = [this.#seen, this.#numbers];
    this.#seen = status;
    this.#numbers = numbers;
    if (status < 0 ? before === status : before === undefined || (before === 0 && areEqual(old, numbers))) return;
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitBefore(this);
    this.emit('change', statsFrom(numbers, this.#bigint), statsFrom(old, this.#bigint));
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitAfter();
  }

  stop() {
    if (this.#stopped) return;
    this.#stopped = true;
    clearTimeout(this.#timer);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitDestroy(this);
    process.nextTick(() => this.emit('stop'));
  }

  wait(change) {
    this.#waiting = Math.max(0, this.#waiting + change);
    if (this.#waiting > 0) this.#timer?.ref();
    else this.#timer?.unref();
  }

  ref() {
    this.wait(this.#waiting === 0 ? 1 : 0);
    return this;
  }

  unref() {
    this.wait(-this.#waiting);
    return this;
  }
}

// Everything but the time of the last read.
function areEqual(a, b) {
  for (let i = 0; i < a.length; i++) if (i !== 10 && i !== 11 && a[i] !== b[i]) return false;
  return true;
}

function watchFile(path, options, listener) {
  const file = require('path').resolve(pathOf(path));
  if (options === null || typeof options !== 'object') [options, listener] = [{}, options];
  const { interval = DEFAULT_INTERVAL, persistent = true, bigint = false } = options;
  validateFunction(listener, 'listener');
  let watcher = watchers.get(file);
  if (watcher === undefined) {
    validateUint32(interval, 'interval');
    watcher = new StatWatcher(file, interval, bigint);
    watchers.set(file, watcher);
    if (persistent) watcher.wait(1);
    watcher.start();
  } else if (persistent) {
    watcher.wait(1);
  }
  watcher.addListener('change', listener);
  return watcher;
}

function unwatchFile(path, listener) {
  const file = require('path').resolve(pathOf(path));
  const watcher = watchers.get(file);
  if (watcher === undefined) return;
  if (typeof listener === 'function') {
    const before = watcher.listenerCount('change');
    watcher.removeListener('change', listener);
    if (watcher.listenerCount('change') < before) watcher.wait(-1);
  } else {
    watcher.removeAllListeners('change');
    watcher.wait(-Infinity);
  }
  if (watcher.listenerCount('change') > 0) return;
  watcher.stop();
  watchers.delete(file);
}

module.exports = { watchFile, unwatchFile, StatWatcher };
