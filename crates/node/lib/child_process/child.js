'use strict';
// ChildProcess: a program that was started, its pipes and its end.
//
//   'spawn'  a tick after it was started            'error'  instead, if it could not be
//   'exit'   when it has ended                      'close'  when, besides, all its pipes are closed
//
// How many things must have closed is counted: the child itself, every pipe that we read from, the channel.

const EventEmitter = require('events');
const { noteOrigin } = require('loop/state');
const { nextTick } = require('loop/ticks');
const { errnoException } = require('core/system_errors');
const { validateArray, validateObject, validateOneOf, validateString } = require('core/validate');
const { convertToValidSignal } = require('child_process/options');
const { StdioPlan } = require('child_process/stdio');
const { children } = require('child_process/native_events');
const native = binding('child_process');

// Nobody listens to what has not been loaded.
const diagnostics = () => (require.has('diagnostics_channel') ? require('child_process/diagnostics') : undefined);

const ESRCH = -3;
// These are told by an 'error' event; others are thrown.
const TOLD = new Set([-13, -11, -24, -23, -2]); // EACCES, EAGAIN, EMFILE, ENFILE, ENOENT
const NO_DESCRIPTORS = new Set([-24, -23]);

// The running child as Rust knows it.
class Process {
  frame = __hexloop_context__;
  isReferenced = true;

  constructor(owner) {
    Object.defineProperty(this, 'owner', { __proto__: null, value: owner });
    if (noteOrigin !== undefined) noteOrigin(this);
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.made(this, 'PROCESSWRAP');
  }

  spawn(options, stdio) {
    const { args, cwd, detached, envPairs, file, gid, uid } = options;
    const pid = native.spawn(file, joined(args), joined(envPairs), cwd || undefined, detached, uid ?? -1, gid ?? -1, stdio);
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

  ref() { this.#reference(true); }

  unref() { this.#reference(false); }

  hasRef() { return this.isReferenced && this.pid !== undefined; }

  #reference(isReferenced) {
    this.isReferenced = isReferenced;
    if (this.pid !== undefined) native.setReferenced(this.pid, isReferenced);
  }
}

// Each ends with a NUL, so that an empty text at the end is one too.
function joined(texts) {
  let all = '';
  for (let i = 0; i < texts.length; i++) all += `${texts[i]}\0`;
  return all;
}

function signalName(number) {
  const { signals } = require('core/signals');
  return Object.keys(signals).find((name) => signals[name] === number) ?? null;
}

function ChildProcess() {
  EventEmitter.call(this);
  this._closesNeeded = 1;
  this._closesGot = 0;
  this.connected = false;
  this.signalCode = null;
  this.exitCode = null;
  this.killed = false;
  this.spawnfile = null;
  this._handle = new Process(this);
  diagnostics()?.tellMade(this);
}
Object.setPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
Object.setPrototypeOf(ChildProcess, EventEmitter);

function onExit(child, exitCode, signalCode) {
  if (signalCode) child.signalCode = signalCode;
  else child.exitCode = exitCode;
  child.stdin?.destroy();
  if (exitCode < 0) child.emit('error', startError(child, exitCode));
  else child.emit('exit', child.exitCode, child.signalCode);
  // What nobody has read by now would keep 'close' away.
  nextTick(flushStdio, child);
  maybeClose(child);
}

function startError(child, errno) {
  const error = errnoException(errno, child.spawnfile ? `spawn ${child.spawnfile}` : 'spawn');
  if (child.spawnfile) error.path = child.spawnfile;
  error.spawnargs = child.spawnargs.slice(1);
  return error;
}

function flushStdio(child) {
  for (const stream of child.stdio ?? []) {
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

function openSocket(child, entry, place) {
  const { Pipe } = require('net/handle');
  const { Socket } = require('net');
  const handle = new Pipe();
  handle.open(entry.ours);
  const socket = new Socket({ handle, readable: place > 0 });
  if (place > 0) {
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
    plan.abandon();
    throw error;
  }
  this.spawnfile = options.file;
  this.spawnargs = options.args ?? [];
  options = { __proto__: null, ...options, args: this.spawnargs, stdio: plan.entries };
  diagnostics()?.tellStart(this, options);
  const status = plan.failure || this._handle.spawn(options, plan.descriptors());
  diagnostics()?.tellOutcome(this, status === 0 ? undefined : () => errnoException(status, 'spawn'));
  plan.closeTheirs();
  if (TOLD.has(status)) {
    nextTick(onErrorNT, this, status);
    // Without descriptors there are no pipes to speak of.
    if (NO_DESCRIPTORS.has(status)) {
      closeOurs(plan);
      return status;
    }
  } else if (status !== 0) {
    closeOurs(plan);
    this._handle = null;
    throw errnoException(status, 'spawn');
  } else {
    nextTick(onSpawnNT, this);
  }
  this.pid = this._handle.pid;
  takeStreams(this, plan, serialization || 'json');
  return status;
};

function checkSpawnOptions(options, plan, serialization) {
  if (plan.channel !== undefined) {
    if (options.envPairs === undefined) options.envPairs = [];
    else validateArray(options.envPairs, 'options.envPairs');
    options.envPairs.push(`NODE_CHANNEL_FD=${plan.channelPlace}`, `NODE_CHANNEL_SERIALIZATION_MODE=${serialization}`);
  }
  validateString(options.file, 'options.file');
  if (options.args !== undefined) validateArray(options.args, 'options.args');
  if (options.envPairs === undefined) options.envPairs = [];
  else validateArray(options.envPairs, 'options.envPairs');
}

function closeOurs(plan) {
  for (const { ours } of plan.entries) {
    if (ours !== undefined) native.closeDescriptor(ours);
  }
}

function onSpawnNT(child) {
  child.emit('spawn');
}

function takeStreams(child, plan, serialization) {
  const streams = plan.entries.map((entry, place) => {
    if (entry.ours === undefined || entry.ipc) return null;
    return openSocket(child, entry, place);
  });
  [child.stdin, child.stdout, child.stderr] = streams;
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

module.exports = { ChildProcess, joined, maybeClose, signalName };
