'use strict';
// spawnSync(), execFileSync(), execSync(): block JavaScript until the child has exited (spawn_sync.rs).

const globals = require('globals');
const { arrayBufferStaticIsView, arrayJoin, arrayMap, objectAssign } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { Buffer } = require('buffer');
const { codes } = require('core/errors');
const { errnoException } = require('core/system_errors');
const { MAX_BUFFER, normalizeSpawnArguments, sanitizeKillSignal, validateMaxBuffer, validateTimeout } = require('child_process/options');
const { normalizeExecArgs, normalizeExecFileArgs } = require('child_process/exec');
const { StdioPlan } = require('child_process/stdio');
const { joinNul, signalName } = require('child_process/child');
const native = binding('child_process');

const SIGTERM = 15;

function inputBytes(input, index, encoding) {
  if (arrayBufferStaticIsView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (typeof input === 'string') return Buffer.from(input, encoding);
  throw new codes.ERR_INVALID_ARG_TYPE(`options.stdio[${index}]`, ['Buffer', 'TypedArray', 'DataView', 'string'], input);
}

// One per descriptor: the input to write, or undefined where the child writes.
function inputsOf(plan, options) {
  return arrayMap(plan.entries, (entry, index) => {
    if (index === 0 && options.input) {
      entry.fd = -2;
      return inputBytes(options.input, index, options.encoding);
    }
    return entry.readable ? new Uint8Array(0) : undefined;
  });
}

function spawnSync(file, args, options) {
  options = { __proto__: null, maxBuffer: MAX_BUFFER, ...normalizeSpawnArguments(file, args, options) };
  validateTimeout(options.timeout);
  validateMaxBuffer(options.maxBuffer);
  options.killSignal = sanitizeKillSignal(options.killSignal);
  const plan = new StdioPlan(options.stdio || 'pipe', true);
  const inputs = inputsOf(plan, options);
  const raw = native.spawnSync(
    options.file, joinNul(options.args), joinNul(options.envPairs), options.cwd || undefined, options.detached, options.uid ?? -1,
    options.gid ?? -1, plan.descriptors(), options.timeout ?? 0, options.maxBuffer, options.killSignal ?? SIGTERM, inputs);
  return resultOf(raw, options);
}

// Properties are in Node's order, which console.log shows.
function resultOf(raw, options) {
  const { 0: pid, 1: code, 2: signal, 3: errno } = typeof raw === 'number' ? [0, 0, 0, raw] : raw;
  const result = {};
  if (errno !== 0) {
    result.error = errnoException(errno, `spawnSync ${options.file}`);
    result.error.path = options.file;
    result.error.spawnargs = sliceOf(options.args, 1);
  }
  const hasRun = typeof raw !== 'number';
  result.status = hasRun && signal === 0 ? code : null;
  result.signal = signal === 0 ? null : signalName(signal);
  result.output = hasRun ? arrayMap(sliceOf(raw, 4), (bytes) => outputOf(bytes, options.encoding)) : null;
  result.pid = pid;
  result.stdout = result.output?.[1];
  result.stderr = result.output?.[2];
  return result;
}

function outputOf(bytes, encoding) {
  if (bytes === null) return null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
}

// The error of a failed result, or undefined.
function failureOf(result, command) {
  if (result.error) return objectAssign(result.error, result);
  if (result.status === 0) return undefined;
  let message = `Command failed: ${command}`;
  if (result.stderr && result.stderr.length > 0) message += `\n${result.stderr}`;
  return objectAssign(new Error(message), result);
}

function finish(result, command, showsErrors) {
  if (showsErrors && result.stderr) globals.process.stderr.write(result.stderr);
  const error = failureOf(result, command);
  if (error) throw error;
  return result.stdout;
}

function execFileSync(file, args, options) {
  ({ file, args, options } = normalizeExecFileArgs(file, args, options));
  const result = spawnSync(file, args, options);
  return finish(result, arrayJoin([options.argv0 || file, ...each(args)], ' '), !options.stdio);
}

function execSync(command, options) {
  const normalized = normalizeExecArgs(command, options, null);
  const result = spawnSync(normalized.file, normalized.options);
  return finish(result, command, !normalized.options.stdio);
}

module.exports = { execFileSync, execSync, spawnSync };
