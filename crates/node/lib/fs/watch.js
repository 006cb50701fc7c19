'use strict';
// fs.watch: changes as the system tells of them (crates/node/src/bindings/fs/watch.rs).
//
// Rust knows watchers by number; the table is here. With { recursive: true } a watcher has one number for each folder below
// (fs/watch_recursive.js), because inotify knows nothing of trees.

const native = binding('fs');
const EventEmitter = require('events');
const { noteOrigin } = require('loop/state');
const { codes, abortedBy } = require('core/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf } = require('core/validate');
const { bytesOfName, nameReader, pathOf } = require('fs/arguments');
const { readOptions } = require('fs/flags');

// ---- the numbers

const RENAME = 1;
const watched = new Map();
let nextNumber = 1;
let isOpen = false;
// Watchers that have begun and not ended, with what they watch, and those of them that keep the program alive.
const running = new Map();
const waiting = new Set();

function deliver(number, kind, name) {
  watched.get(number)?.(kind === RENAME ? 'rename' : 'change', name);
}

function setWaiting(watcher, isWaiting) {
  const before = waiting.size;
  if (isWaiting) waiting.add(watcher);
  else waiting.delete(watcher);
  if ((before === 0) !== (waiting.size === 0)) native.referenceWatching(waiting.size > 0);
}

// Watches one file or folder: -> { stop() }, or a negative error number.
function watchOne(path, onEvent) {
  if (!isOpen) {
    if (native.openWatching === undefined) throw require('core/not_implemented').notImplemented(`fs.watch on ${process.platform}`);
    const error = native.openWatching(deliver);
    if (error < 0) return error;
    isOpen = true;
  }
  const number = nextNumber++;
  const place = native.watch(number, path);
  if (place < 0) return place;
  const { runCallback } = require('loop/ticks');
  watched.set(number, (eventType, name) => runCallback(onEvent, [eventType, name]));
  return {
    stop() {
      if (watched.delete(number)) native.unwatch(number, place);
    },
  };
}

// See process/resources.js.
const runningWatchers = () => Array.from(running, ([resource, path]) => ({
  kind: 'FSEventWrap', resource, isReferenced: waiting.has(resource), detail: String(path),
}));

// ---- what is not to be told

function ignoring(ignore) {
  if (ignore === undefined || ignore === null) return null;
  const several = Array.isArray(ignore);
  const tests = (several ? ignore : [ignore]).map((each, index) => ignoringOne(each, `options.ignore${several ? `[${index}]` : ''}`));
  return (name) => tests.some((test) => test(name));
}

function ignoringOne(ignore, name) {
  if (typeof ignore === 'function') return ignore;
  if (require('util').types.isRegExp(ignore)) return (file) => ignore.test(file);
  if (typeof ignore !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'RegExp', 'Function'], ignore);
  if (ignore.length === 0) throw new codes.ERR_INVALID_ARG_VALUE(name, ignore, 'must be a non-empty string');
  const { matchesGlob, basename } = require('path');
  // A pattern without a folder is about names, wherever they stand.
  return (file) => matchesGlob(file, ignore) || (!ignore.includes('/') && matchesGlob(basename(file), ignore));
}

// ---- the watcher

class FSWatcher extends EventEmitter {
  #path;
  #read;
  #ignores;
  #begin;
  #under = null;
  #persistent;

  constructor(path, options, begin = watchOne) {
    super();
    const { persistent = true, encoding, ignore } = options;
    this.#path = path;
    this.#persistent = persistent;
    this.#read = nameReader(encoding) ?? textOf;
    this.#ignores = ignoring(ignore);
    this.#begin = begin;
    if (noteOrigin !== undefined) noteOrigin(this);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitInit(this, 'FSEVENTWRAP');
  }

  // Begins; Node let programs call it once.
  start() {
    const under = this.#begin(this.#path, (eventType, name) => this.#tell(eventType, name));
    if (typeof under === 'number') throw cannotWatch(under, this.#path);
    this.#under = under;
    running.set(this, this.#path);
    if (this.#persistent) this.ref();
  }

  #tell(eventType, name) {
    if (this.#under === null) return;
    if (this.#ignores !== null && this.#ignores(textOf(name))) return;
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitBefore(this);
    this.emit('change', eventType, this.#read(name));
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitAfter();
  }

  close() {
    if (this.#under === null) return;
    this.unref();
    this.#under.stop();
    this.#under = null;
    running.delete(this);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitDestroy(this);
    process.nextTick(() => this.emit('close'));
  }

  ref() {
    if (this.#under !== null) setWaiting(this, true);
    return this;
  }

  unref() {
    setWaiting(this, false);
    return this;
  }
}

const textOf = (name) => (name.charCodeAt(0) === 0 ? bytesOfName(name).toString() : name);

function cannotWatch(errno, path) {
  const error = require('core/system_errors').uvException({ errno, syscall: 'watch', path });
  error.filename = path;
  return error;
}

// ---- fs.watch()

function watch(path, options, listener) {
  if (typeof options === 'function') [options, listener] = [undefined, options];
  options = { persistent: true, recursive: false, ...readOptions(options, {}) };
  const file = pathOf(path);
  options.recursive ??= false;
  validateBoolean(options.recursive, 'options.recursive');
  if (listener !== undefined) validateFunction(listener, 'listener');
  const watcher = new FSWatcher(file, options, options.recursive ? require('fs/watch_recursive').watchTree : watchOne);
  try {
    watcher.start();
  } catch (error) {
    if (options.throwIfNoEntry !== false || error.code !== 'ENOENT') throw error;
  }
  if (listener) watcher.on('change', listener);
  closeOnAbort(watcher, options.signal);
  return watcher;
}

function closeOnAbort(watcher, signal) {
  if (!signal) return;
  if (signal.aborted) {
    process.nextTick(() => watcher.close());
    return;
  }
  const onAbort = () => watcher.close();
  signal.addEventListener('abort', onAbort);
  watcher.once('close', () => signal.removeEventListener('abort', onAbort));
}

// ---- fs.promises.watch()

async function* changes(path, options = {}) {
  options = typeof options === 'string' ? { encoding: options } : options;
  validateObject(options, 'options');
  const { persistent = true, recursive = false, encoding = 'utf8', maxQueue = 2048, overflow = 'ignore', signal, ignore } = options;
  validateBoolean(persistent, 'options.persistent');
  validateBoolean(recursive, 'options.recursive');
  validateInteger(maxQueue, 'options.maxQueue');
  validateOneOf(overflow, 'options.overflow', ['ignore', 'error']);
  validateAbortSignal(signal, 'options.signal');
  if (encoding && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.encoding', encoding);
  }
  if (signal?.aborted) throw abortedBy(signal);
  const watcher = watch(path, { persistent, recursive, encoding, ignore });
  const queue = new ChangeQueue(watcher, maxQueue, overflow, signal);
  try {
    for (;;) yield await queue.next();
  } finally {
    queue.close();
    watcher.close();
  }
}

class ChangeQueue {
  #changes = [];
  #failure = null;
  #wake = null;
  #onAbort;
  #signal;

  constructor(watcher, most, overflow, signal) {
    this.#signal = signal;
    this.#onAbort = () => this.#fail(abortedBy(signal));
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    watcher.on('error', (error) => this.#fail(error));
    watcher.on('change', (eventType, filename) => this.#take({ __proto__: null, eventType, filename }, most, overflow));
  }

  #take(change, most, overflow) {
    if (this.#failure !== null) return;
    if (this.#changes.length < most) {
      this.#changes.push(change);
      this.#wake?.();
    } else if (overflow === 'error') {
      this.#changes.length = 0;
      this.#fail(new codes.ERR_FS_WATCH_QUEUE_OVERFLOW(most));
    } else {
      process.emitWarning('fs.watch maxQueue exceeded');
    }
  }

  #fail(error) {
    this.#failure ??= error;
    this.#wake?.();
  }

  async next() {
    while (this.#changes.length === 0) {
      if (this.#failure !== null) throw this.#failure;
      await new Promise((resolve) => { this.#wake = resolve; });
      this.#wake = null;
    }
    return this.#changes.shift();
  }

  close() {
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}

module.exports = { watch, watchOne, changes, runningWatchers, FSWatcher };
