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

function checkedArguments(argv) {
  if (!argv) return [];
  require('core/validate').validateArray(argv, 'options.argv');
  return argv.map(String);
}

function checkedExecArguments(options) {
  return options.execArgv?.map(String) ?? process.execArgv;
}

module.exports = {
  SHARE_ENV, checkedArguments, checkedExecArguments, effective, environmentFrom, limitsFrom, nameFrom, programFrom,
};
