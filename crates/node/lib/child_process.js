'use strict';
// node:child_process.
//
//   options.js        argument validation           child.js          ChildProcess: spawn, exit, pipes
//   stdio.js          the stdio option              exec.js           exec, execFile
//   channel.js        messages to and from          synchronous.js    spawnSync, execSync, execFileSync
//   handles.js          a forked child, with handles

const globals = require('globals');
const { arrayIsArray, arrayPush, regexpTest } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { ChildProcess } = require('child_process/child');
const { normalizeSpawnArguments, checkNullBytes, sanitizeKillSignal, getValidatedPath, validateTimeout } = require('child_process/options');

function spawn(file, args, options) {
  options = normalizeSpawnArguments(file, args, options);
  validateTimeout(options.timeout);
  const { signal, timeout } = options;
  if (signal !== undefined) require('core/validate').validateAbortSignal(signal, 'options.signal');
  const killSignal = sanitizeKillSignal(options.killSignal);
  const child = new ChildProcess();
  child.spawn(options);
  if (timeout > 0) killAfter(child, timeout, killSignal);
  if (signal) require('child_process/exec').killOnAbort(child, signal, killSignal);
  return child;
}

function killAfter(child, timeout, killSignal) {
  const timer = globals.setTimeout(() => {
    try {
      child.kill(killSignal);
    } catch (error) {
      child.emit('error', error);
    }
  }, timeout);
  child.once('exit', () => globals.clearTimeout(timer));
}

// The script of -e and -p belongs to this process: a child that evaluated it would fork again, without end.
function withoutEvalSource(execArgv) {
  const kept = [];
  for (let i = 0; i < execArgv.length; i++) {
    if (regexpTest(/^(?:-e|-p|-pe|-ep|--eval|--print)$/, execArgv[i])) i++;
    else if (!regexpTest(/^--(?:eval|print)=/, execArgv[i])) arrayPush(kept, execArgv[i]);
  }
  return kept;
}

function fork(modulePath, args = [], options) {
  modulePath = getValidatedPath(modulePath, 'modulePath');
  const { ERR_CHILD_PROCESS_IPC_REQUIRED } = require('core/errors').codes;
  if (args == null) {
    args = [];
  } else if (typeof args === 'object' && !arrayIsArray(args)) {
    options = args;
    args = [];
  } else {
    require('core/validate').validateArray(args, 'args');
  }
  if (options != null) require('core/validate').validateObject(options, 'options');
  options = { __proto__: null, ...options, shell: false };
  options.execPath = options.execPath || globals.process.execPath;
  checkNullBytes(options.execPath, 'options.execPath');
  const execArgv = options.execArgv || withoutEvalSource(globals.process.execArgv);
  for (let i = 0; i < execArgv.length; i++) checkNullBytes(execArgv[i], `options.execArgv[${i}]`);
  const { stdioStringToArray } = require('child_process/stdio');
  if (typeof options.stdio === 'string') {
    options.stdio = stdioStringToArray(options.stdio, 'ipc');
  } else if (!arrayIsArray(options.stdio)) {
    options.stdio = stdioStringToArray(options.silent ? 'pipe' : 'inherit', 'ipc');
  } else if (!isIn(options.stdio, 'ipc')) {
    throw new ERR_CHILD_PROCESS_IPC_REQUIRED('options.stdio');
  }
  return spawn(options.execPath, [...each(execArgv), modulePath, ...each(args)], options);
}

// The child's side of fork(): called at the start of a process that has a channel.
function _forkChild(fd, serializationMode) {
  require('child_process/channel').openInChild(fd, serializationMode);
  const { env } = globals.process;
  if (env.NODE_UNIQUE_ID === undefined) return;
  require('cluster')._setupWorker();
  // Children of this process are not cluster workers.
  delete env.NODE_UNIQUE_ID;
}

// The synchronous functions are loaded on the first call.
const { exec, execFile } = require('child_process/exec');
const synchronous = () => require('child_process/synchronous');

module.exports = {
  _forkChild,
  ChildProcess,
  exec,
  execFile,
  execFileSync: function execFileSync(file, args, options) { return synchronous().execFileSync(file, args, options); },
  execSync: function execSync(command, options) { return synchronous().execSync(command, options); },
  fork,
  spawn,
  spawnSync: function spawnSync(file, args, options) { return synchronous().spawnSync(file, args, options); },
};
