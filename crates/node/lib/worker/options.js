'use strict';
// What a program may say about a new worker.

const { codes } = require('core/errors');
const path = require('path');

const SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');

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
  if (!path.isAbsolute(filename) && !/^\.\.?[\\/]/.test(filename)) throw new codes.ERR_WORKER_PATH(filename);
  return { kind: 'file', program: path.resolve(filename) };
}

// Name, value, name, value; undefined for the environment that all share.
function environmentFrom(env) {
  if (env === SHARE_ENV) {
    require('process/env').share();
    return undefined;
  }
  if (env !== undefined && env !== null && typeof env !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.env', ['object', 'undefined', 'null', 'worker_threads.SHARE_ENV'], env);
  }
  return Object.entries(env ?? process.env).flatMap(([name, value]) => [name, `${value}`]);
}

function nameFrom(name) {
  if (name === undefined) return 'WorkerThread';
  require('core/validate').validateString(name, 'options.name');
  return name.trim() || 'WorkerThread';
}

const LIMITS = { maxYoungGenerationSizeMb: -1, maxOldGenerationSizeMb: -1, codeRangeSizeMb: -1, stackSizeMb: 4 };

function limitsFrom(given) {
  const limits = { ...LIMITS };
  if (given === null || typeof given !== 'object') return limits;
  for (const name of Object.keys(LIMITS)) {
    if (typeof given[name] === 'number') limits[name] = Math.max(given[name], name === 'maxOldGenerationSizeMb' ? 2 : -1);
  }
  return limits;
}

// What V8 takes where nothing is said, on a machine of 64 bits.
const DEFAULTS = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 4096, codeRangeSizeMb: 0, stackSizeMb: 4 };

function effective(limits) {
  return Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, value === -1 ? DEFAULTS[name] : value]));
}

// What objects may take; 0 for as much as the machine has. New objects and old ones share one room in this engine, so they
// share the limit. (crates/node/src/heap_limit.rs)
function heapBytes({ maxOldGenerationSizeMb, maxYoungGenerationSizeMb }) {
  if (maxOldGenerationSizeMb === -1) return 0;
  return (maxOldGenerationSizeMb + Math.max(maxYoungGenerationSizeMb, 0)) * 1024 * 1024;
}

function checkedArguments(argv) {
  if (!argv) return [];
  require('core/validate').validateArray(argv, 'options.argv');
  return argv.map(String);
}

// They decide about the whole process.
const OF_PROCESS = new Set(['--title', '--v8-pool-size', '--expose-internals', '--stack-trace-limit']);
const WITH_VALUE = new Set(['--redirect-warnings', '--require', '-r', '--import', '--conditions', '-C', '--unhandled-rejections', '--input-type']);

function invalidOnes(given) {
  const invalid = [];
  for (let i = 0; i < given.length; i++) {
    const name = given[i].split('=', 1)[0];
    const isKnown = WITH_VALUE.has(name) || name === '--expose-gc' || process.allowedNodeEnvironmentFlags.has(name);
    if (!isKnown || OF_PROCESS.has(name)) invalid.push(given[i]);
    else if (WITH_VALUE.has(name) && name === given[i] && ++i >= given.length) invalid.push(`${name} requires an argument`);
  }
  return invalid;
}

function checkedExecArguments(options) {
  const { ERR_WORKER_INVALID_EXEC_ARGV } = codes;
  const variable = options.env === SHARE_ENV ? undefined : options.env?.NODE_OPTIONS;
  const ofVariable = typeof variable === 'string' ? invalidOnes(variable.split(' ').filter((part) => part !== '')) : [];
  if (ofVariable.length > 0) throw new ERR_WORKER_INVALID_EXEC_ARGV(ofVariable.map((flag) => `${flag} is not allowed in NODE_OPTIONS`), 'invalid NODE_OPTIONS env variable');
  if (!options.execArgv) return process.execArgv;
  const given = options.execArgv.map(String);
  // What stands behind it are no options.
  if (given.includes('--')) given.length = given.indexOf('--');
  const invalid = invalidOnes(given);
  if (invalid.length > 0) throw new ERR_WORKER_INVALID_EXEC_ARGV(invalid);
  return given;
}

module.exports = {
  SHARE_ENV, checkedArguments, checkedExecArguments, effective, environmentFrom, heapBytes, limitsFrom, nameFrom, programFrom,
};
