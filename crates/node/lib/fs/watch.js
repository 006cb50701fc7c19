'use strict';
// fs.watch: file system events as the system reports them (crates/node/src/bindings/fs/watch.rs).
//
// Rust identifies watches by number; the table is here. With { recursive: true } a watcher has one watch per subdirectory
// (fs/watch_recursive.js), as inotify does not watch trees.

const globals = require('globals');
const { arrayIsArray, arrayMap, arrayPush, arrayShift, arraySome, regexpTest, stringCharCodeAt } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { isIn } = require('core/safe/lists');
const { entriesOf } = require('core/safe/walk');
const native = binding('fs');
const EventEmitter = require('events');
const { recordOrigin } = require('why/origins');
const { codes, abortedBy } = require('core/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf } = require('core/validate');
const { bytesOfName, nameDecoder, pathOf } = require('fs/arguments');
const { readOptions } = require('fs/flags');

// ---- watches, by number

const RENAME = 1;
const callbacks = new SafeMap();
let nextNumber = 1;
let isOpen = false;
// Active watchers with what they watch, and those of them that are referenced.
const activeWatchers = new SafeMap();
const referenced = new SafeSet();

function deliver(number, kind, name) {
  callbacks.get(number)?.(kind === RENAME ? 'rename' : 'change', name);
}

function setReferenced(watcher, isReferenced) {
  const before = referenced.size;
  if (isReferenced) referenced.add(watcher);
  else referenced.delete(watcher);
  if ((before === 0) !== (referenced.size === 0)) native.setWatcherRef(referenced.size > 0);
}

// Watches one file or directory: -> { stop() }, or a negative error number.
function watchOne(path, onEvent) {
  if (!isOpen) {
    if (native.initWatcher === undefined) throw require('core/not_implemented').notImplemented(`fs.watch on ${globals.process.platform}`);
    const error = native.initWatcher(deliver);
    if (error < 0) return error;
    isOpen = true;
  }
  const number = nextNumber++;
  const wd = native.watch(number, path);
  if (wd < 0) return wd;
  const { runCallback } = require('loop/ticks');
  callbacks.set(number, (eventType, name) => runCallback(onEvent, [eventType, name]));
  return {
    stop() {
      if (callbacks.delete(number)) native.unwatch(number, wd);
    },
  };
}

// See process/resources.js.
const runningWatchers = () => arrayMap(entriesOf(activeWatchers), ({ 0: resource, 1: path }) => ({
  kind: 'FSEventWrap', resource, isReferenced: referenced.has(resource), detail: String(path),
}));

// ---- options.ignore

function createIgnoreMatcher(ignore) {
  if (ignore === undefined || ignore === null) return null;
  const several = arrayIsArray(ignore);
  const tests = arrayMap(several ? ignore : [ignore], (one, index) => createMatcher(one, `options.ignore${several ? `[${index}]` : ''}`));
  return (name) => arraySome(tests, (test) => test(name));
}

function createMatcher(ignore, name) {
  if (typeof ignore === 'function') return ignore;
  if (require('util').types.isRegExp(ignore)) return (file) => regexpTest(ignore, file);
  if (typeof ignore !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'RegExp', 'Function'], ignore);
  if (ignore.length === 0) throw new codes.ERR_INVALID_ARG_VALUE(name, ignore, 'must be a non-empty string');
  const { matchesGlob, basename } = require('path');
  // A pattern without a slash matches base names in any directory.
  return (file) => matchesGlob(file, ignore) || (!isIn(ignore, '/') && matchesGlob(basename(file), ignore));
}

// ---- FSWatcher

class FSWatcher extends EventEmitter {
  #path;
  #decode;
  #ignores;
  #startWatch;
  #handle = null;
  #persistent;

  constructor(path, options, startWatch = watchOne) {
    super();
    const { persistent = true, encoding, ignore } = options;
    this.#path = path;
    this.#persistent = persistent;
    this.#decode = nameDecoder(encoding) ?? nameToString;
    this.#ignores = createIgnoreMatcher(ignore);
    this.#startWatch = startWatch;
    if (recordOrigin !== undefined) recordOrigin(this);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitInit(this, 'FSEVENTWRAP');
  }

  // Starts watching; older versions of Node had programs call it.
  start() {
    const handle = this.#startWatch(this.#path, (eventType, name) => this.#onEvent(eventType, name));
    if (typeof handle === 'number') throw watchError(handle, this.#path);
    this.#handle = handle;
    activeWatchers.set(this, this.#path);
    if (this.#persistent) this.ref();
  }

  #onEvent(eventType, name) {
    if (this.#handle === null) return;
    if (this.#ignores !== null && this.#ignores(nameToString(name))) return;
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitBefore(this);
    this.emit('change', eventType, this.#decode(name));
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitAfter();
  }

  close() {
    if (this.#handle === null) return;
    this.unref();
    this.#handle.stop();
    this.#handle = null;
    activeWatchers.delete(this);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitDestroy(this);
    globals.process.nextTick(() => this.emit('close'));
  }

  ref() {
    if (this.#handle !== null) setReferenced(this, true);
    return this;
  }

  unref() {
    setReferenced(this, false);
    return this;
  }
}

const nameToString = (name) => (stringCharCodeAt(name, 0) === 0 ? bytesOfName(name).toString() : name);

function watchError(errno, path) {
  const error = require('core/system_errors').uvException({ errno, syscall: 'watch', path });
  error.filename = path;
  return error;
}

// ---- fs.watch()

function watch(path, options, listener) {
  if (typeof options === 'function') ({ 0: options, 1: listener } = [undefined, options]);
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
    globals.process.nextTick(() => watcher.close());
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
  if (encoding && encoding !== 'buffer' && !globals.Buffer.isEncoding(encoding)) {
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

  constructor(watcher, maxQueue, overflow, signal) {
    this.#signal = signal;
    this.#onAbort = () => this.#fail(abortedBy(signal));
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    watcher.on('error', (error) => this.#fail(error));
    watcher.on('change', (eventType, filename) => this.#enqueue({ __proto__: null, eventType, filename }, maxQueue, overflow));
  }

  #enqueue(change, maxQueue, overflow) {
    if (this.#failure !== null) return;
    if (this.#changes.length < maxQueue) {
      arrayPush(this.#changes, change);
      this.#wake?.();
    } else if (overflow === 'error') {
      this.#changes.length = 0;
      this.#fail(new codes.ERR_FS_WATCH_QUEUE_OVERFLOW(maxQueue));
    } else {
      globals.process.emitWarning('fs.watch maxQueue exceeded');
    }
  }

  #fail(error) {
    this.#failure ??= error;
    this.#wake?.();
  }

  async next() {
    while (this.#changes.length === 0) {
      if (this.#failure !== null) throw this.#failure;
      await new __hexloop_promise__((resolve) => { this.#wake = resolve; });
      this.#wake = null;
    }
    return arrayShift(this.#changes);
  }

  close() {
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}

module.exports = { watch, watchOne, changes, runningWatchers, FSWatcher };
