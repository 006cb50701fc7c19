'use strict';
// Installs a recording, before anything else is loaded. None of this is parsed without one.

const log = require('trace/log');
const promises = require('trace/promises');
const tasks = require('trace/tasks');
const output = require('trace/output');
const activeHandles = require('trace/active_handles');
const syncCalls = require('trace/sync_calls');
const regexps = require('trace/regexps');
const jobs = require('trace/jobs');

const { MAIN, EXIT, FINALIZER, MESSAGE } = log.KINDS;

// A loop callback that reports no resource. Its ticks run inside the call: the next row ends it.
function asTask(kind, about, run) {
  return function (...values) {
    if (!log.isOn()) return run.apply(this, values);
    const task = log.queued(kind, -1, -1, log.label(about), -1, -1);
    log.callbackBegan(kind, task);
    try {
      return run.apply(this, values);
    } finally {
      if (kind !== MAIN && log.isOpen(task)) log.ended();
    }
  };
}

function watchEntries(entries) {
  const { runMain, promiseRejectHandler, emitBeforeExit, emitExit } = entries;
  entries.runMain = asTask(MAIN, 'main script', runMain);
  entries.promiseRejectHandler = (promise, reason) => {
    tasks.recordRejection(promise, reason);
    promiseRejectHandler(promise, reason);
  };
  entries.emitBeforeExit = asTask(EXIT, 'beforeExit', emitBeforeExit);
  const exit = asTask(EXIT, 'exit', emitExit);
  entries.emitExit = (codeOnly) => (codeOnly ? emitExit(true) : exit(codeOnly));
}

const UNTRACKED = {
  __proto__: null,
  workerExit: [MESSAGE, 'worker exit'],
  runFinalizers: [FINALIZER, 'FinalizationRegistry'],
};

function watchConnections() {
  const loop = binding('loop');
  const { connect } = loop;
  loop.connect = (name, run) => connect(name, name in UNTRACKED ? asTask(...UNTRACKED[name], run) : run);
}

// The tracker of the program's own hooks, and its combination with ours.
let programTracker;
let combinedTracker;

// --traceable: called by Rust, between two callbacks.
function setRecording(begin) {
  if (begin) {
    log.start();
  } else {
    log.stop();
    require('loop/ticks').forgetTasks();
  }
  promises.watchThen(begin);
  __hexloop_resources__ = begin ? combinedTracker ?? tasks.tracer : programTracker;
}

// Runs when a built-in module has been loaded.
const WHEN_LOADED = {
  __proto__: null,
  ...syncCalls.whenLoaded,
  'loop/timers': ({ Timeout }) => activeHandles.watchReferences(Timeout),
  'net/handle'(exports) {
    output.watchHandles(exports);
    activeHandles.watchReferences(exports.Handle);
  },
  'http/parser'({ HTTPParser: { prototype } }) {
    const { onExecute } = prototype;
    prototype.onExecute = function (kind) {
      return log.isOn() ? tasks.traceHttpMessage(this.socket, () => onExecute.call(this, kind)) : onExecute.call(this, kind);
    };
  },
  'messaging/delivery': (exports) => require('trace/messages').watchQueues(exports),
  'async_context/execution'(exports) {
    const { track } = exports;
    exports.track = () => {
      track();
      combinedTracker ??= tasks.combine(__hexloop_resources__);
      programTracker = __hexloop_resources__;
      if (log.isOn()) __hexloop_resources__ = combinedTracker;
    };
  },
  'async_context/promise_hooks'(exports) {
    const { install, subscribe } = exports;
    const ours = __hexloop_awaits__;
    const joined = (call) => (...values) => {
      call(...values);
      if (__hexloop_awaits__ !== ours && !seen.has(__hexloop_awaits__)) {
        __hexloop_awaits__ = promises.combine(__hexloop_awaits__);
        seen.add(__hexloop_awaits__);
      }
    };
    const seen = new WeakSet();
    exports.install = joined(install);
    exports.subscribe = joined(subscribe);
  },
};

// A built-in module is loaded on first use, which should not count for the callback that uses it: the time is recorded as a call, including
// the modules that it loads in turn.
function watchLoading(host) {
  const { compileBuiltin } = host;
  const about = log.label('loading built-in modules');
  let depth = 0;
  host.compileBuiltin = (id) => {
    const began = log.native.readClock();
    const body = compileBuiltin(id);
    const after = WHEN_LOADED[id];
    return (exports, load, module, ...rest) => {
      depth++;
      try {
        body(exports, load, module, ...rest);
        if (after !== undefined) after(module.exports);
      } finally {
        if (--depth === 0 && log.isOn()) log.native.call(about, began, -1, -1);
      }
    };
  };
}

// The native functions of messages are created with the first module that uses them.
function watchMessages(host) {
  const { binding: make } = host;
  host.binding = (name) => {
    const natives = make(name);
    if (name === 'messaging') require('trace/messages').watchPosts(natives);
    return natives;
  };
}

// Returns a function that wraps the entries which Rust calls.
module.exports = function install(host) {
  watchLoading(host);
  watchMessages(host);
  watchConnections();
  output.watchDescriptors();
  syncCalls.watchJson();
  jobs.watchJobs();
  regexps.watchRegExps();
  promises.install();
  binding('loop').connect('setRecording', setRecording);
  if (log.isOn()) __hexloop_resources__ = tasks.tracer;
  return watchEntries;
};
