'use strict';
// The process object. Its event-emitter half, and every property that costs something to compute, appear when they are
// first used: most programs touch only argv, env and nextTick.

const { nextTick } = require('loop/ticks');
const { exit, exitCodeProperty } = require('process/exit');
const native = binding('process');

const prototype = {};
Object.defineProperty(prototype, Symbol.toStringTag, { __proto__: null, value: 'process', configurable: true });
const process = Object.create(prototype);

// `process` is an EventEmitter; the events module is loaded by whoever first uses it as one.
const EMITTER_METHODS = [
  'addListener', 'emit', 'eventNames', 'getMaxListeners', 'listenerCount', 'listeners', 'off', 'on', 'once',
  'prependListener', 'prependOnceListener', 'rawListeners', 'removeAllListeners', 'removeListener', 'setMaxListeners',
];

function becomeEmitter() {
  if (Object.getPrototypeOf(prototype) !== Object.prototype) return;
  for (const name of EMITTER_METHODS) delete prototype[name];
  const EventEmitter = require('events');
  Object.setPrototypeOf(prototype, EventEmitter.prototype);
  EventEmitter.call(process);
  require('process/signals').watch(process);
}

for (const name of EMITTER_METHODS) {
  Object.defineProperty(prototype, name, {
    __proto__: null,
    configurable: true,
    writable: true,
    enumerable: false,
    value(...args) {
      if (name === 'emit' && process._events === undefined) return false;
      becomeEmitter();
      return process[name](...args);
    },
  });
}

function plain(values) {
  for (const name of Object.keys(values)) {
    Object.defineProperty(process, name, { __proto__: null, value: values[name], writable: true, enumerable: true, configurable: true });
  }
}

// A property whose value is computed when it is first read.
function lazy(name, compute) {
  Object.defineProperty(process, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      const value = compute();
      Object.defineProperty(process, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      return value;
    },
    set(value) {
      Object.defineProperty(process, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    },
  });
}

// A method that lives in its own file until it is first called.
function late(names, id) {
  for (const name of names) {
    plain({ [name]: { [name](...args) { return require(id)[name].apply(process, args); } }[name] });
  }
}

plain({
  version: native.version,
  arch: native.arch,
  platform: native.platform,
  nextTick,
  exit,
  reallyExit: native.exit,
  pid: native.pid,
  argv: native.argv(),
  execArgv: native.execArgv(),
  execPath: native.execPath,
  argv0: native.argv0,
  title: 'node',
});
Object.defineProperty(process, 'exitCode', exitCodeProperty);
Object.defineProperty(process, '_exiting', { __proto__: null, value: false, writable: true, enumerable: true, configurable: true });

lazy('versions', () => require('process/facts').versions());
lazy('release', () => require('process/facts').release());
lazy('features', () => require('process/facts').features());
lazy('config', () => require('process/facts').config());
lazy('env', () => require('process/env').environment());
lazy('stdout', () => require('process/stdio').stdout());
lazy('stderr', () => require('process/stdio').stderr());
lazy('stdin', () => require('process/stdio').stdin());
lazy('ppid', () => native.ppid());
late(['emitWarning'], 'process/warning');
late([
  'cwd', 'chdir', 'umask', 'uptime', 'hrtime', 'memoryUsage', 'cpuUsage', 'resourceUsage', 'getActiveResourcesInfo',
  'abort', 'kill', 'getuid', 'geteuid', 'getgid', 'getegid', 'constrainedMemory', 'availableMemory',
  'setUncaughtExceptionCaptureCallback', 'hasUncaughtExceptionCaptureCallback', 'getBuiltinModule',
], 'process/methods');

module.exports = process;
