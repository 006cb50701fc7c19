'use strict';
// ChildProcess: a started program, its pipes and its exit.
//
//   'spawn'  one tick after the start               'error'  instead, if it could not be started
//   'exit'   when it has exited                     'close'  when also all its pipes are closed
//
// 'close' counts the child itself, every pipe that is read from, and the channel.

const { arrayFind, arrayMap, objectDefineProperty, objectKeys, objectSetPrototypeOf } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { appendAll, each } = require('core/safe/walk');
const EventEmitter = require('events');
const { recordOrigin } = require('why/origins');
const { nextTick } = require('loop/ticks');
const { errnoException } = require('core/system_errors');
const { validateArray, validateObject, validateOneOf, validateString } = require('core/validate');
const { convertToValidSignal } = require('child_process/options');
const { StdioPlan } = require('child_process/stdio');
const { children } = require('child_process/native_events');
const native = binding('child_process');

// Without the module there are no subscribers.
const diagnostics = () => (require.has('diagnostics_channel') ? require('child_process/diagnostics') : undefined);

const ESRCH = -3;
// These are emitted as 'error'; others are thrown.
const ASYNC_ERRORS = new SafeSet([-13, -11, -24, -23, -2]); // EACCES, EAGAIN, EMFILE, ENFILE, ENOENT
const OUT_OF_DESCRIPTORS = new SafeSet([-24, -23]);

// The native handle of a running child.
class Process {
  frame = __hexloop_context__;
  isReferenced = true;

  constructor(owner) {
    objectDefineProperty(this, 'owner', { __proto__: null, value: owner });
    if (recordOrigin !== undefined) recordOrigin(this);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitInit(this, 'PROCESSWRAP');
  }

  spawn(options, stdio) {
    const { args, cwd, detached, envPairs, file, gid, uid } = options;
    const pid = native.spawn(file, joinNul(args), joinNul(envPairs), cwd || undefined, detached, uid ?? -1, gid ?? -1, stdio);
    if (pid < 0) return pid;
    this.pid = pid;
    children.set(pid, this);
    return 0;
  }

  onended(code, signal) {
    this.owner._handle = null;
    onExit(this.owner, code, signal === 0 ? null : signalName(signal));
  }

  kill(signal) {
    return this.pid === undefined ? ESRCH : native.kill(this.pid, signal);
  }

  ref() { this.#setRef(true); }

  unref() { this.#setRef(false); }

  hasRef() { return this.isReferenced && this.pid !== undefined; }

  #setRef(isReferenced) {
    this.isReferenced = isReferenced;
    if (this.pid !== undefined) native.setRef(this.pid, isReferenced);
  }
}

// Each string ends with a NUL, so that a trailing empty string is kept.
function joinNul(strings) {
  let result = '';
  for (let i = 0; i < strings.length; i++) result += `${strings[i]}\0`;
  return result;
}

function signalName(number) {
  const { signals } = require('core/signals');
  return arrayFind(objectKeys(signals), (name) => signals[name] === number) ?? null;
}

function ChildProcess() {
  call0(EventEmitter, this);
  this._closesNeeded = 1;
  this._closesGot = 0;
  this.connected = false;
  this.signalCode = null;
  this.exitCode = null;
  this.killed = false;
  this.spawnfile = null;
  this._handle = new Process(this);
  diagnostics()?.publishCreated(this);
}
objectSetPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
objectSetPrototypeOf(ChildProcess, EventEmitter);

function onExit(child, exitCode, signalCode) {
  if (signalCode) child.signalCode = signalCode;
  else child.exitCode = exitCode;
  child.stdin?.destroy();
  if (exitCode < 0) child.emit('error', spawnError(child, exitCode));
  else child.emit('exit', child.exitCode, child.signalCode);
  // Unread output would hold back 'close'.
  nextTick(flushStdio, child);
  maybeClose(child);
}

function spawnError(child, errno) {
  const error = errnoException(errno, child.spawnfile ? `spawn ${child.spawnfile}` : 'spawn');
  if (child.spawnfile) error.path = child.spawnfile;
  error.spawnargs = sliceOf(child.spawnargs, 1);
  return error;
}

function flushStdio(child) {
  for (const stream of each(child.stdio ?? [])) {
    if (stream?.readable) stream.resume();
  }
}

function maybeClose(child) {
  child._closesGot++;
  if (child._closesGot === child._closesNeeded) child.emit('close', child.exitCode, child.signalCode);
}

function onErrorNT(child, errno) {
  child._handle = null;
  onExit(child, errno, null);
}

function openSocket(child, entry, index) {
  const { Pipe } = require('net/handle');
  const { Socket } = require('net');
  const handle = new Pipe();
  handle.open(entry.parentEnd);
  const socket = new Socket({ handle, readable: index > 0 });
  if (index > 0) {
    child._closesNeeded++;
    socket.on('close', () => maybeClose(child));
  }
  return socket;
}

ChildProcess.prototype.spawn = function spawn(options) {
  validateObject(options, 'options');
  const { serialization } = options;
  validateOneOf(serialization, 'options.serialization', [undefined, 'json', 'advanced']);
  const plan = new StdioPlan(options.stdio || 'pipe', false);
  try {
    checkSpawnOptions(options, plan, serialization || 'json');
  } catch (error) {
    plan.closeAll();
    throw error;
  }
  this.spawnfile = options.file;
  this.spawnargs = options.args ?? [];
  options = { __proto__: null, ...options, args: this.spawnargs, stdio: plan.entries };
  diagnostics()?.publishStart(this, options);
  const status = plan.errno || this._handle.spawn(options, plan.descriptors());
  diagnostics()?.publishOutcome(this, status === 0 ? undefined : () => errnoException(status, 'spawn'));
  plan.closeChildEnds();
  if (ASYNC_ERRORS.has(status)) {
    nextTick(onErrorNT, this, status);
    // Without descriptors there are no pipes.
    if (OUT_OF_DESCRIPTORS.has(status)) {
      closeParentEnds(plan);
      return status;
    }
  } else if (status !== 0) {
    closeParentEnds(plan);
    this._handle = null;
    throw errnoException(status, 'spawn');
  } else {
    nextTick(onSpawnNT, this);
  }
  this.pid = this._handle.pid;
  createStreams(this, plan, serialization || 'json');
  return status;
};

function checkSpawnOptions(options, plan, serialization) {
  if (plan.channel !== undefined) {
    if (options.envPairs === undefined) options.envPairs = [];
    else validateArray(options.envPairs, 'options.envPairs');
    appendAll(options.envPairs, [`NODE_CHANNEL_FD=${plan.channelIndex}`, `NODE_CHANNEL_SERIALIZATION_MODE=${serialization}`]);
  }
  validateString(options.file, 'options.file');
  if (options.args !== undefined) validateArray(options.args, 'options.args');
  if (options.envPairs === undefined) options.envPairs = [];
  else validateArray(options.envPairs, 'options.envPairs');
}

function closeParentEnds(plan) {
  for (const { parentEnd } of each(plan.entries)) {
    if (parentEnd !== undefined) native.closeFd(parentEnd);
  }
}

function onSpawnNT(child) {
  child.emit('spawn');
}

function createStreams(child, plan, serialization) {
  const streams = arrayMap(plan.entries, (entry, index) => {
    if (entry.parentEnd === undefined || entry.ipc) return null;
    return openSocket(child, entry, index);
  });
  ({ 0: child.stdin, 1: child.stdout, 2: child.stderr } = streams);
  child.stdio = streams;
  if (plan.channel === undefined) return;
  child._closesNeeded++;
  require('child_process/channel').setupChannel(child, plan.channel, serialization);
}

ChildProcess.prototype.kill = function kill(sig) {
  const signal = sig === 0 ? 0 : convertToValidSignal(sig === undefined ? 'SIGTERM' : sig);
  if (!this._handle) return false;
  const status = this._handle.kill(signal);
  if (status === 0) {
    this.killed = true;
    return true;
  }
  if (status === ESRCH) return false;
  const error = errnoException(status, 'kill');
  if (error.code === 'EINVAL' || error.code === 'ENOSYS') throw error;
  this.emit('error', error);
  return false;
};

ChildProcess.prototype[Symbol.dispose] = function () {
  if (!this.killed) this.kill();
};

ChildProcess.prototype.ref = function ref() {
  if (this._handle) this._handle.ref();
};

ChildProcess.prototype.unref = function unref() {
  if (this._handle) this._handle.unref();
};

module.exports = { ChildProcess, joinNul, maybeClose, signalName };
