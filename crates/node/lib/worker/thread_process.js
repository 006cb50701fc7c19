'use strict';
// `process` in a worker: it exits the worker and not the process, has its own environment and streams, and rejects what would change the
// process for other threads.

const { objectDefineProperty } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const native = binding('process');

const DISABLED = ['abort', 'chdir', 'initgroups', 'setgroups', 'setegid', 'seteuid', 'setgid', 'setuid'];

function unsupportedOperation(name) {
  const { ERR_WORKER_UNSUPPORTED_OPERATION } = require('core/errors').codes;
  return new ERR_WORKER_UNSUPPORTED_OPERATION(name);
}

function disable(process, name) {
  const replacement = { [name]() { throw unsupportedOperation(`process.${name}()`); } }[name];
  replacement.disabled = true;
  objectDefineProperty(process, name, { __proto__: null, value: replacement, writable: true, enumerable: true, configurable: true });
}

function prepareExit() {
  const nativeExit = native.exit;
  const { canTerminateScripts } = binding('worker');
  // The engine terminates the scripts of this thread shortly; until then the program must not continue. An engine that cannot terminate
  // scripts leaves them by an exception.
  native.exit = function reallyExit(code) {
    nativeExit(code);
    while (canTerminateScripts());
    throw require('process/fatal').EXITING;
  };
}

// The engine's own wait ends with the script, if this version supports it.
function prepareWaiting() {
  if (binding('worker').canTerminateWaits()) return;
  const engineWait = Atomics.wait;
  Atomics.wait = { wait(typedArray, index, value, timeout) {
    timeout = timeout === undefined ? Infinity : Number(timeout);
    return require('worker/atomics_wait').wait(engineWait, typedArray, index, value, timeout !== timeout ? Infinity : timeout);
  } }.wait;
}

function prepareEnvironment(startupData) {
  const pairs = startupData.env;
  if (pairs === undefined) {
    native.environment = () => [];
    require('process/env').joinShared();
  } else {
    native.environment = () => pairs;
    // Changes are local to the worker; the process does not see them.
    native.setTimeZone = () => {};
    native.setPoolSize = () => {};
  }
}

function restrictUmask(process) {
  const { umask } = process;
  process.umask = function (mask) {
    if (mask !== undefined) throw unsupportedOperation('Setting process.umask()');
    return umask();
  };
  objectDefineProperty(process.umask, 'name', { __proto__: null, value: 'umask', configurable: true });
}

function prepare({ startupData }) {
  prepareExit();
  prepareWaiting();
  prepareEnvironment(startupData);
  native.tracksFileHandles = true;
  native.tracksUnmanagedFds = startupData.tracksUnmanagedFds;
  // Signals belong to the main thread.
  binding('signals').start = () => 0;
  binding('signals').stop = () => {};
  native.setTitle = () => {};
  const process = require('process/process');
  if (startupData.execArgv !== undefined) process.execArgv = startupData.execArgv;
  for (const name of each(DISABLED)) disable(process, name);
  for (const name of each(['_debugProcess', '_debugEnd', '_startProfilerIdleNotifier', '_stopProfilerIdleNotifier'])) delete process[name];
  restrictUmask(process);
  for (const name of each(['stdin', 'stdout', 'stderr'])) {
    objectDefineProperty(process, name, {
      __proto__: null, configurable: true, enumerable: true, get: () => require('worker/thread_stdio').open(name),
    });
  }
  for (const name of each(['channel', 'connected', 'send', 'disconnect'])) {
    if (process[name] !== undefined) delete process[name];
  }
  if (process.env.NODE_CHANNEL_FD) refuseChannel(process);
}

// The process has a channel to its parent, which is the main thread's.
function refuseChannel(process) {
  for (const name of each(['send', 'disconnect'])) disable(process, name);
  for (const name of each(['channel', 'connected'])) {
    objectDefineProperty(process, name, {
      __proto__: null, configurable: false, enumerable: false, get() { throw unsupportedOperation(`process.${name}`); },
    });
  }
}

module.exports = { prepare };
