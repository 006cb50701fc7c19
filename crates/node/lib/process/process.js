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
  'cwd', 'chdir', 'umask', 'abort', 'kill', 'setUncaughtExceptionCaptureCallback', 'hasUncaughtExceptionCaptureCallback',
  'getBuiltinModule',
], 'process/methods');
late([
  'uptime', 'memoryUsage', 'cpuUsage', 'threadCpuUsage', 'resourceUsage', 'constrainedMemory', 'availableMemory',
], 'process/usage');
process.memoryUsage.rss = () => require('process/usage').rss();
late([
  'getuid', 'geteuid', 'getgid', 'getegid', 'getgroups', 'setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups',
], 'process/identity');
plain({ hrtime, _kill: native.kill });
process.hrtime.bigint = bigint;

function hrtime(time) {
  const passed = native.monotonic() + native.originNanoseconds;
  let seconds = native.originSeconds + Math.floor(passed / 1e9);
  let nanoseconds = passed % 1e9;
  if (time !== undefined) {
    validateTime(time);
    seconds -= time[0];
    nanoseconds -= time[1];
    if (nanoseconds < 0) {
      seconds--;
      nanoseconds += 1e9;
    }
  }
  return [seconds, nanoseconds];
}

function validateTime(time) {
  require('core/validate').validateArray(time, 'time');
  if (time.length !== 2) {
    const { ERR_OUT_OF_RANGE } = require('core/errors').codes;
    throw new ERR_OUT_OF_RANGE('time', 2, time.length);
  }
}

function bigint() {
  return BigInt(native.originSeconds) * 1000000000n + BigInt(native.originNanoseconds + native.monotonic());
}

module.exports = process;
