'use strict';
// fs.watchFile: polls the file with stat(). All listeners of a file share one StatWatcher.

const globals = require('globals');
const { classFloat64Array: Float64Array, mathMax } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const native = binding('fs');
const EventEmitter = require('events');
const { registerRequest } = require('loop/requests');
const { recordOrigin } = require('why/origins');
const { validateFunction, validateUint32 } = require('core/validate');
const { pathOf } = require('fs/arguments');
const { statsFrom } = require('fs/stats');

const DEFAULT_INTERVAL = 5007;
const EMPTY_STATS = new Float64Array(18);
const watchers = new SafeMap();

class StatWatcher extends EventEmitter {
  #path;
  #interval;
  #bigint;
  #timer = null;
  #stopped = false;
  // The status of the last poll: 0 or an error number; undefined before the first one.
  #lastStatus;
  #numbers = EMPTY_STATS;
  // How many of its listeners keep the process alive.
  #refs = 0;

  constructor(path, interval, bigint) {
    super();
    this.#path = path;
    this.#interval = interval;
    this.#bigint = bigint;
    if (recordOrigin !== undefined) recordOrigin(this);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitInit(this, 'STATWATCHER');
  }

  start() {
    if (this.#timer === null) this.#poll();
  }

  #poll() {
    // The request itself keeps the process alive only while it is pending.
    native.stat(registerRequest((error, numbers) => {
      if (this.#stopped) return;
      this.#compare(error ? error.errno : 0, error ? EMPTY_STATS : numbers);
      if (this.#stopped) return;
      this.#timer = globals.setTimeout(() => this.#poll(), this.#interval);
      if (recordOrigin !== undefined) recordOrigin(this.#timer, this);
      if (this.#refs === 0) this.#timer.unref();
    }, 'StatWatcher'), this.#path);
  }

  #compare(status, numbers) {
    const { 0: before, 1: oldNumbers } = [this.#lastStatus, this.#numbers];
    this.#lastStatus = status;
    this.#numbers = numbers;
    if (status < 0 ? before === status : before === undefined || (before === 0 && areEqual(oldNumbers, numbers))) return;
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitBefore(this);
    this.emit('change', statsFrom(numbers, this.#bigint), statsFrom(oldNumbers, this.#bigint));
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitAfter();
  }

  stop() {
    if (this.#stopped) return;
    this.#stopped = true;
    globals.clearTimeout(this.#timer);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitDestroy(this);
    globals.process.nextTick(() => this.emit('stop'));
  }

  addRefs(change) {
    this.#refs = mathMax(0, this.#refs + change);
    if (this.#refs > 0) this.#timer?.ref();
    else this.#timer?.unref();
  }

  ref() {
    this.addRefs(this.#refs === 0 ? 1 : 0);
    return this;
  }

  unref() {
    this.addRefs(-this.#refs);
    return this;
  }
}

// Compares everything but the access time.
function areEqual(a, b) {
  for (let i = 0; i < a.length; i++) if (i !== 10 && i !== 11 && a[i] !== b[i]) return false;
  return true;
}

function watchFile(path, options, listener) {
  const file = require('path').resolve(pathOf(path));
  if (options === null || typeof options !== 'object') ({ 0: options, 1: listener } = [{}, options]);
  const { interval = DEFAULT_INTERVAL, persistent = true, bigint = false } = options;
  validateFunction(listener, 'listener');
  let watcher = watchers.get(file);
  if (watcher === undefined) {
    validateUint32(interval, 'interval');
    watcher = new StatWatcher(file, interval, bigint);
    watchers.set(file, watcher);
    if (persistent) watcher.addRefs(1);
    watcher.start();
  } else if (persistent) {
    watcher.addRefs(1);
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
    if (watcher.listenerCount('change') < before) watcher.addRefs(-1);
  } else {
    watcher.removeAllListeners('change');
    watcher.addRefs(-Infinity);
  }
  if (watcher.listenerCount('change') > 0) return;
  watcher.stop();
  watchers.delete(file);
}

module.exports = { watchFile, unwatchFile, StatWatcher };
