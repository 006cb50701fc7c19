'use strict';
// exec() and execFile(): buffer the output of a child and pass it to a callback when it exits.

const globals = require('globals');
const { arrayIsArray, arrayJoin, arrayPush, objectAssign, objectDefineProperty, symbolFor } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { promiseWithResolvers } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { Buffer } = require('buffer');
const { AbortError, codes } = require('core/errors');
const { validateAbortSignal, validateFunction, validateObject, validateString } = require('core/validate');
const { MAX_BUFFER, checkNullBytes, sanitizeKillSignal, validateMaxBuffer, validateTimeout } = require('child_process/options');

// { file, args, options, callback } of execFile() and execFileSync().
function normalizeExecFileArgs(file, args, options, callback) {
  if (arrayIsArray(args)) {
    args = sliceOf(args);
  } else if (args != null && typeof args === 'object') {
    ({ 0: args, 1: options, 2: callback } = [null, args, options]);
  } else if (typeof args === 'function') {
    ({ 0: args, 1: options, 2: callback } = [null, null, args]);
  }
  args ??= [];
  if (typeof options === 'function') callback = options;
  else if (options != null) validateObject(options, 'options');
  options = typeof options === 'function' ? { __proto__: null } : { __proto__: null, ...options };
  if (callback != null) validateFunction(callback, 'callback');
  if (options.argv0 != null) {
    validateString(options.argv0, 'options.argv0');
    checkNullBytes(options.argv0, 'options.argv0');
  }
  return { file, args, options, callback };
}

// The same for exec() and execSync(): the command goes to a shell.
function normalizeExecArgs(command, options, callback) {
  validateString(command, 'command');
  checkNullBytes(command, 'command');
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  options = { __proto__: null, ...options };
  options.shell = typeof options.shell === 'string' ? options.shell : true;
  return { file: command, options, callback };
}

// stdout or stderr.
class OutputBuffer {
  chunks = [];
  length = 0;

  constructor(stream, name, { encoding, maxBuffer }, onOverflow) {
    this.stream = stream;
    this.encoding = encoding;
    if (encoding) stream.setEncoding(encoding);
    stream.on('data', (chunk) => this.#append(chunk, name, maxBuffer, onOverflow));
  }

  #append(chunk, name, maxBuffer, onOverflow) {
    if (maxBuffer === Infinity) {
      arrayPush(this.chunks, chunk);
      return;
    }
    const { readableEncoding } = this.stream;
    const before = this.length;
    this.length += readableEncoding ? Buffer.byteLength(chunk, readableEncoding) : chunk.length;
    if (this.length <= maxBuffer) {
      arrayPush(this.chunks, chunk);
      return;
    }
    arrayPush(this.chunks, sliceOf(chunk, 0, maxBuffer - before));
    onOverflow(new codes.ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name));
  }

  contents() {
    return this.encoding || this.stream.readableEncoding ? arrayJoin(this.chunks, '') : Buffer.concat(this.chunks);
  }
}

function commandFailed(command, stderr, code, signal, killed) {
  const error = new Error(`Command failed: ${command}\n${stderr}`);
  error.code = code < 0 ? require('core/system_errors').systemErrorName(code) : code;
  error.killed = killed;
  error.signal = signal;
  error.cmd = command;
  return error;
}

class ExecCall {
  failure = null;
  isFinished = false;
  wasKilled = false;
  timer = null;

  constructor(child, file, args, options, callback) {
    objectAssign(this, { child, file, args, options, callback });
    const encoding = options.encoding !== 'buffer' && Buffer.isEncoding(options.encoding) ? options.encoding : null;
    const limits = { encoding, maxBuffer: options.maxBuffer };
    const onOverflow = (error) => {
      this.failure = error;
      this.kill();
    };
    if (child.stdout) this.stdout = new OutputBuffer(child.stdout, 'stdout', limits, onOverflow);
    if (child.stderr) this.stderr = new OutputBuffer(child.stderr, 'stderr', limits, onOverflow);
    this.emptyOutput = encoding ? '' : Buffer.alloc(0);
    if (options.timeout > 0) {
      this.timer = globals.setTimeout(() => {
        this.timer = null;
        this.kill();
      }, options.timeout);
    }
    child.addListener('close', (code, signal) => this.finish(code, signal));
    child.addListener('error', (error) => this.fail(error));
  }

  kill() {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    this.wasKilled = true;
    try {
      this.child.kill(this.options.killSignal);
    } catch (error) {
      this.failure ??= error;
      this.finish();
    }
  }

  fail(error) {
    this.failure ??= error;
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    this.finish();
  }

  finish(code, signal) {
    if (this.isFinished) return;
    this.isFinished = true;
    if (this.timer) globals.clearTimeout(this.timer);
    if (!this.callback) return;
    const stdout = this.stdout?.contents() ?? this.emptyOutput;
    const stderr = this.stderr?.contents() ?? this.emptyOutput;
    if (!this.failure && code === 0 && signal === null) {
      this.callback(null, stdout, stderr);
      return;
    }
    const command = this.args.length > 0 ? `${this.file} ${arrayJoin(this.args, ' ')}` : this.file;
    const killed = this.child.killed || this.wasKilled;
    const error = this.failure ?? commandFailed(command, stderr, code, signal, killed);
    error.cmd = command;
    this.callback(error, stdout, stderr);
  }
}

function execFile(file, args, options, callback) {
  ({ file, args, options, callback } = normalizeExecFileArgs(file, args, options, callback));
  options = {
    __proto__: null, encoding: 'utf8', timeout: 0, maxBuffer: MAX_BUFFER, killSignal: 'SIGTERM', cwd: null, env: null, shell: false, ...options,
  };
  validateTimeout(options.timeout);
  validateMaxBuffer(options.maxBuffer);
  options.killSignal = sanitizeKillSignal(options.killSignal);
  const { argv0, cwd, env, gid, shell, signal, uid, windowsHide, windowsVerbatimArguments } = options;
  const child = require('child_process').spawn(file, args, {
    argv0, cwd, env, gid, shell, signal, uid, windowsHide: !!windowsHide, windowsVerbatimArguments: !!windowsVerbatimArguments,
  });
  new ExecCall(child, file, args, options, callback);
  return child;
}

function exec(command, options, callback) {
  const normalized = normalizeExecArgs(command, options, callback);
  return require('child_process').execFile(normalized.file, normalized.options, normalized.callback);
}

// util.promisify: { stdout, stderr }, also on errors; the promise has `child`.
function makePromisified(start, name) {
  const promisified = function (...args) {
    const { promise, resolve, reject } = promiseWithResolvers();
    promise.child = start(...each(args), (error, stdout, stderr) => {
      if (error === null) resolve({ stdout, stderr });
      else reject(objectAssign(error, { stdout, stderr }));
    });
    return promise;
  };
  return objectDefineProperty(promisified, 'name', { __proto__: null, value: name, configurable: true });
}

for (const start of each([exec, execFile])) {
  objectDefineProperty(start, symbolFor('nodejs.util.promisify.custom'), {
    __proto__: null, enumerable: false, value: makePromisified((...args) => require('child_process')[start.name](...each(args)), start.name),
  });
}

// Kills the child when the signal is aborted.
function killOnAbort(child, signal, killSignal) {
  validateAbortSignal(signal, 'options.signal');
  function onAbort() {
    try {
      if (child.kill(killSignal)) child.emit('error', new AbortError(undefined, { cause: signal.reason }));
    } catch (error) {
      child.emit('error', error);
    }
  }
  if (signal.aborted) {
    require('loop/ticks').nextTick(onAbort);
    return;
  }
  const abortListener = require('events/abort_listener').addAbortListener(signal, onAbort);
  child.once('exit', abortListener[Symbol.dispose]);
}

module.exports = { killOnAbort, exec, execFile, normalizeExecArgs, normalizeExecFileArgs };
