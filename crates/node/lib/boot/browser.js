'use strict';
// The HTML event loop (docs/event-loop.md, Profiles): no phases, no process, no setImmediate. One task, all microtasks, a rendering
// opportunity, the next task.
//
// Tasks are timers of loop/timers: its heap orders them, and microtasks run after each. A rendering opportunity is a list of
// animation frames that is due at a certain time, so it is kept in the same heap:
//
//   chrome    the first one comes before the script's 0 ms timers   (due in the past, so before anything set since)
//   firefox   the first one comes after them                        (delay 2, counted from the end of the script)
//   later     one every 1/60 s
//
// Timers nested deeper than five levels wait at least 4 ms.

const { Timeout, now, clearTimeout: stop } = require('loop/timers');
const { enqueue } = require('loop/ticks');

const FRAME_MS = 1000 / 60;
const NESTING_LIMIT = 5;
const NESTED_MS = 4;
const LONG_AGO = -1e6;

module.exports = function browser({ define, defineLazy, replace, profile, entries }) {
  replace('process/fatal', { triggerUncaught: (error) => report('Uncaught', error) });
  define('window', globalThis);
  define('self', globalThis);
  const functions = { ...timers(), ...frames(profile === 'browser' ? LONG_AGO : 2) };
  for (const name of Object.keys(functions)) define(name, functions[name], true);
  defineLazy('loop/microtasks', ['queueMicrotask'], true);
  defineLazy('perf_hooks', ['performance'], true);
  defineLazy('console/global', ['console']);
  defineLazy('core/abort', ['AbortController', 'AbortSignal']);
  defineLazy('core/event_target', ['EventTarget', 'Event', 'CustomEvent']);
  defineLazy('core/dom_exception', ['DOMException']);
  entries.promiseRejectHandler = (promise, reason) => reportUnhandled(promise, reason);
  entries.runMain = runScript;
};

// ---- the script

function runScript(kind, source, name) {
  const { evaluate, readSource } = binding('module');
  try {
    const result = evaluate(kind === 'file' ? readSource(name) : source, name);
    if (kind === 'print') console.log(result);
  } catch (error) {
    report('Uncaught', error);
  }
  require('loop/ticks').runTicks();
}

// An error does not end a page: it is reported and the next task runs.
function report(prefix, error) {
  require('core/stack').normalize(error);
  const text = require('inspect/inspect').inspect(error);
  binding('stdio').write(2, `${prefix} ${text}\n`);
}

function reportUnhandled(promise, reason) {
  if (!binding('loop').isHandled(promise)) report('Uncaught (in promise)', reason);
}

// ---- setTimeout and setInterval

function timers() {
  const timersById = new Map();
  let lastId = 0;
  let nesting = 0;

  function start(callback, delay, args, isInterval, level, id) {
    delay = Math.max(0, Math.trunc(Number(delay)) || 0);
    if (level > NESTING_LIMIT && delay < NESTED_MS) delay = NESTED_MS;
    timersById.set(id, new Timeout(() => {
      nesting = level;
      if (!isInterval) timersById.delete(id);
      try {
        if (typeof callback === 'function') callback.apply(globalThis, args);
        else (0, eval)(String(callback));
      } finally {
        nesting = 0;
        if (isInterval && timersById.has(id)) start(callback, delay, args, true, level + 1, id);
      }
    }, delay, undefined, false));
    return id;
  }

  function clear(id) {
    const timer = timersById.get(Number(id));
    if (timer === undefined) return;
    timersById.delete(Number(id));
    stop(timer);
  }

  return {
    setTimeout: function setTimeout(callback, delay, ...args) {
      return start(callback, delay, args, false, nesting + 1, ++lastId);
    },
    clearTimeout: function clearTimeout(id) { clear(id); },
    setInterval: function setInterval(callback, delay, ...args) {
      return start(callback, delay, args, true, nesting + 1, ++lastId);
    },
    clearInterval: function clearInterval(id) { clear(id); },
  };
}

// ---- requestAnimationFrame

function frames(firstDelay) {
  let pending = new Map();
  let running = new Map();
  let lastId = 0;
  let lastFrame = -Infinity;
  let isArmed = false;

  // An opportunity is armed when the task that requested it has ended.
  function arm() {
    const sinceLast = now() - lastFrame;
    const delay = sinceLast === Infinity ? firstDelay : Math.max(0, Math.ceil(FRAME_MS - sinceLast));
    new Timeout(begin, delay, undefined, false);
  }

  function begin() {
    isArmed = false;
    lastFrame = now();
    running = pending;
    pending = new Map();
    // Microtasks run after each callback, so each is a macrotask of its own, due at once.
    const time = performance.now();
    for (const id of running.keys()) new Timeout(() => run(id, time), LONG_AGO, undefined, false);
  }

  function run(id, time) {
    const callback = running.get(id);
    running.delete(id);
    callback?.(time);
  }

  return {
    requestAnimationFrame: function requestAnimationFrame(callback) {
      if (typeof callback !== 'function') {
        throw new TypeError("Failed to execute 'requestAnimationFrame' on 'Window': parameter 1 is not of type 'Function'.");
      }
      pending.set(++lastId, callback);
      if (!isArmed) {
        isArmed = true;
        enqueue(arm, undefined);
      }
      return lastId;
    },
    cancelAnimationFrame: function cancelAnimationFrame(id) {
      pending.delete(Number(id));
      running.delete(Number(id));
    },
  };
}
