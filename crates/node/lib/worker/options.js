'use strict';
// Options of a new worker.

const globals = require('globals');
const {
  arrayFilter, arrayFlatMap, arrayMap, arrayPush, mathMax, objectEntries, objectFromEntries, objectKeys, regexpTest,
  stringTrim, symbolFor,
} = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { indexIn, isIn } = require('core/safe/lists');
const { replaceIn, splitAt } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const path = require('path');

const SHARE_ENV = symbolFor('nodejs.worker_threads.SHARE_ENV');

const isUrl = (value) => Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined);

function programFrom(filename, options) {
  if (options.eval) {
    if (typeof filename !== 'string') {
      throw new codes.ERR_INVALID_ARG_VALUE('options.eval', options.eval, "must be false when 'filename' is not a string");
    }
    return { kind: 'eval', program: filename };
  }
  if (isUrl(filename) && filename.protocol === 'data:') return { kind: 'url', program: `${filename}` };
  if (isUrl(filename)) return { kind: 'file', program: require('url').fileURLToPath(filename) };
  if (typeof filename !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('filename', ['string', 'URL'], filename);
  if (!path.isAbsolute(filename) && !regexpTest(/^\.\.?[\\/]/, filename)) throw new codes.ERR_WORKER_PATH(filename);
  return { kind: 'file', program: path.resolve(filename) };
}

// Name, value, name, value; undefined for the shared environment.
function environmentFrom(env) {
  if (env === SHARE_ENV) {
    require('process/env').share();
    return undefined;
  }
  if (env !== undefined && env !== null && typeof env !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.env', ['object', 'undefined', 'null', 'worker_threads.SHARE_ENV'], env);
  }
  return arrayFlatMap(objectEntries(env ?? globals.process.env), ({ 0: name, 1: value }) => [name, `${value}`]);
}

function nameFrom(name) {
  if (name === undefined) return 'WorkerThread';
  require('core/validate').validateString(name, 'options.name');
  return stringTrim(name) || 'WorkerThread';
}

const LIMITS = { maxYoungGenerationSizeMb: -1, maxOldGenerationSizeMb: -1, codeRangeSizeMb: -1, stackSizeMb: 4 };

function limitsFrom(given) {
  const limits = { ...LIMITS };
  if (given === null || typeof given !== 'object') return limits;
  for (const name of each(objectKeys(LIMITS))) {
    if (typeof given[name] === 'number') limits[name] = mathMax(given[name], name === 'maxOldGenerationSizeMb' ? 2 : -1);
  }
  return limits;
}

// V8's defaults on 64-bit systems.
const DEFAULTS = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 4096, codeRangeSizeMb: 0, stackSizeMb: 4 };

function effective(limits) {
  return objectFromEntries(each(arrayMap(objectEntries(limits), ({ 0: name, 1: value }) => [name, value === -1 ? DEFAULTS[name] : value])));
}

// The heap limit in bytes; 0 for unlimited. New and old objects share one heap in this engine, so they share the limit.
// (crates/node/src/heap_limit.rs)
function heapBytes({ maxOldGenerationSizeMb, maxYoungGenerationSizeMb }) {
  if (maxOldGenerationSizeMb === -1) return 0;
  return (maxOldGenerationSizeMb + mathMax(maxYoungGenerationSizeMb, 0)) * 1024 * 1024;
}

function checkedArguments(argv) {
  if (!argv) return [];
  require('core/validate').validateArray(argv, 'options.argv');
  return arrayMap(argv, String);
}

// Options of the whole process, which a worker cannot have. (The same for --no-… of each.)
const PER_PROCESS_FLAGS = new SafeSet(splitAt(`--debug-arraybuffer-allocations --disable-proto --disable-wasm-trap-handler --enable-fips
  --enable-fips-indicator-events --expose-internals --force-fips --icu-data-dir --node-memory-debug --node-snapshot --openssl-config
  --openssl-legacy-provider --openssl-shared-config --report-compact --report-dir --report-directory --report-filename
  --report-on-fatalerror --secure-heap --secure-heap-min --snapshot-blob --title --tls-cipher-list --trace-event-categories
  --trace-event-file-pattern --trace-events-enabled --trace-sigint --use-bundled-ca --use-largepages --use-openssl-ca --v8-pool-size
  --zero-fill-buffers`, /\s+/g));
// Options of the engine: allowed in NODE_OPTIONS, which is not specific to a worker, but not in execArgv.
const ENGINE_FLAGS = new SafeSet(splitAt(`--abort-on-uncaught-exception --disallow-code-generation-from-strings --enable-etw-stack-walking
  --experimental-shadow-realm --expose-gc --interpreted-frames-native-stack --jitless --max-heap-size --max-old-space-size
  --max-semi-space-size --perf-basic-prof --perf-basic-prof-only-functions --perf-prof --perf-prof-unwinding-info
  --stack-trace-limit`, /\s+/g));
const FLAGS_WITH_VALUE = new SafeSet(['--redirect-warnings', '--require', '-r', '--import', '--conditions', '-C', '--unhandled-rejections', '--input-type', '--title', '--v8-pool-size']);

const isPerProcess = (name) => PER_PROCESS_FLAGS.has(name) || PER_PROCESS_FLAGS.has(replaceIn(name, '--no-', '--'));
const isKnown = (name) => FLAGS_WITH_VALUE.has(name) || name === '--expose-gc' || globals.process.allowedNodeEnvironmentFlags.has(name);

// The options that a worker cannot have, as Node prints them.
function invalidFlags(given, isInvalid) {
  const invalid = [];
  for (let i = 0; i < given.length; i++) {
    const { 0: name } = splitAt(given[i], '=', 1);
    const takesNext = FLAGS_WITH_VALUE.has(name) && name === given[i];
    if (!isKnown(name) || isInvalid(name)) arrayPush(invalid, given[i]);
    else if (takesNext && i + 1 >= given.length) arrayPush(invalid, `${name} requires an argument`);
    if (takesNext) i++;
  }
  return invalid;
}

// The options in NODE_OPTIONS of a worker's own environment; undefined if it has none, or its parent's.
function nodeOptionsOf(env) {
  const text = env === SHARE_ENV ? undefined : env?.NODE_OPTIONS;
  if (typeof text !== 'string') return undefined;
  const given = arrayFilter(splitAt(text, ' '), (part) => part !== '');
  // What this process has may be inherited.
  const isInherited = text === globals.process.env.NODE_OPTIONS;
  const { 0: first } = invalidFlags(given, (name) => !isInherited && isPerProcess(name));
  if (first !== undefined) {
    const shown = replaceIn(first, /=.*/, '=');
    throw new codes.ERR_WORKER_INVALID_EXEC_ARGV([`${shown} is not allowed in NODE_OPTIONS`], 'invalid NODE_OPTIONS env variable');
  }
  return given;
}

// { execArgv, applied }: the worker's process.execArgv, and the options to apply if they differ from its parent's.
function checkedExecArguments(options) {
  const variable = nodeOptionsOf(options.env);
  if (!options.execArgv) return { execArgv: globals.process.execArgv, applied: variable };
  const given = arrayMap(options.execArgv, String);
  // Everything after it is no option.
  if (isIn(given, '--')) given.length = indexIn(given, '--');
  const invalid = invalidFlags(given, (name) => isPerProcess(name) || ENGINE_FLAGS.has(name));
  if (invalid.length > 0) throw new codes.ERR_WORKER_INVALID_EXEC_ARGV(invalid);
  return { execArgv: given, applied: [...each(variable ?? []), ...each(given)] };
}

module.exports = {
  SHARE_ENV, checkedArguments, checkedExecArguments, effective, environmentFrom, heapBytes, limitsFrom, nameFrom, programFrom,
};
