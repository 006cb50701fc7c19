'use strict';
// `process` in a worker: it ends the worker and not the process, has an environment and streams of its own, and refuses what
// would change the process under the feet of the other threads.

const native = binding('process');

const REFUSED = ['abort', 'chdir', 'initgroups', 'setgroups', 'setegid', 'seteuid', 'setgid', 'setuid'];

function refusal(name) {
  const { ERR_WORKER_UNSUPPORTED_OPERATION } = require('core/errors').codes;
  return new ERR_WORKER_UNSUPPORTED_OPERATION(name);
}

function refuse(process, name) {
  const refused = { [name]() { throw refusal(`process.${name}()`); } }[name];
  refused.disabled = true;
  Object.defineProperty(process, name, { __proto__: null, value: refused, writable: true, enumerable: true, configurable: true });
}

// Not among those above: Node says it otherwise.
function refuseExecve(process) {
  const refused = { execve() { throw refusal('Calling process.execve'); } }.execve;
  Object.defineProperty(process, 'execve', { __proto__: null, value: refused, writable: true, enumerable: true, configurable: true });
}

function prepareExit() {
  const end = native.exit;
  const { endsScripts } = binding('worker');
  // The engine ends this thread's scripts within a moment; until then nothing of the program may go on. An engine that cannot
  // end scripts leaves them by an exception.
  native.exit = function reallyExit(code) {
    end(code);
    while (endsScripts());
    throw require('process/fatal').EXITING;
  };
}

// The engine's own wait is ended with the script, unless this version of it does not say how.
function prepareWaiting() {
  if (binding('worker').endsWaits()) return;
  const engineWait = Atomics.wait;
  Atomics.wait = { wait(typedArray, index, value, timeout) {
    timeout = timeout === undefined ? Infinity : Number(timeout);
    return require('worker/waiting').wait(engineWait, typedArray, index, value, timeout !== timeout ? Infinity : timeout);
  } }.wait;
}

function prepareEnvironment(brief) {
  const pairs = brief.env;
  if (pairs === undefined) {
    native.environment = () => [];
    require('process/env').joinShared();
  } else {
    native.environment = () => pairs;
    // What it sets is its own; the process, whose these are, does not see it.
    native.setTimeZone = () => {};
    native.setPoolSize = () => {};
  }
}

function refuseUmask(process) {
  const { umask } = process;
  process.umask = function (mask) {
    if (mask !== undefined) throw refusal('Setting process.umask()');
    return umask();
  };
  Object.defineProperty(process.umask, 'name', { __proto__: null, value: 'umask', configurable: true });
}

function prepare({ brief }) {
  prepareExit();
  prepareWaiting();
  prepareEnvironment(brief);
  native.followsHandles = true;
  native.followsDescriptors = brief.followsDescriptors;
  // Signals are the main thread's.
  binding('signals').watch = () => 0;
  binding('signals').unwatch = () => {};
  native.setTitle = () => {};
  const process = require('process/process');
  if (brief.execArgv !== undefined) process.execArgv = brief.execArgv;
  for (const name of REFUSED) refuse(process, name);
  for (const name of ['_debugProcess', '_debugEnd', '_startProfilerIdleNotifier', '_stopProfilerIdleNotifier']) refuse(process, name);
  refuseExecve(process);
  refuseUmask(process);
  for (const name of ['stdin', 'stdout', 'stderr']) {
    Object.defineProperty(process, name, {
      __proto__: null, configurable: true, enumerable: true, get: () => require('worker/thread_stdio').open(name),
    });
  }
  for (const name of ['channel', 'connected', 'send', 'disconnect']) {
    if (process[name] !== undefined) delete process[name];
  }
}

module.exports = { prepare };
