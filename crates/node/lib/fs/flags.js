'use strict';
// 'r', 'w+', 'ax' and so on as flags of open(2); encodings passed as options.

const globals = require('globals');
const { numberParseInt: parseInt, regexpTest } = require('core/intrinsics');
const O_RDONLY = 0;
const O_WRONLY = 1;
const O_RDWR = 2;
const { 0: O_CREAT, 1: O_EXCL, 2: O_TRUNC, 3: O_APPEND, 4: O_SYNC } = globals.process.platform === 'darwin' ?
  [0x200, 0x800, 0x400, 0x8, 0x80] : [0o100, 0o200, 0o1000, 0o2000, 0o4010000];

const FLAGS = {
  '__proto__': null,
  'r': O_RDONLY,
  'rs': O_RDONLY | O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  'w': O_TRUNC | O_CREAT | O_WRONLY,
  'wx': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'w+': O_TRUNC | O_CREAT | O_RDWR,
  'wx+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'a': O_APPEND | O_CREAT | O_WRONLY,
  'ax': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'as': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'a+': O_APPEND | O_CREAT | O_RDWR,
  'ax+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'as+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
  'sr': O_RDONLY | O_SYNC,
  'xw': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'xa': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
};

function flagNumber(flag, name = 'flags') {
  if (typeof flag === 'number') {
    require('core/validate').validateInt32(flag, name);
    return flag;
  }
  if (flag === undefined || flag === null) return O_RDONLY;
  const number = FLAGS[flag];
  if (number !== undefined) return number;
  const { ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
  throw new ERR_INVALID_ARG_VALUE('flags', flag);
}

// `options` may be missing, an encoding, or an object.
function readOptions(options, defaults) {
  if (options === undefined || options === null || typeof options === 'function') return defaults;
  if (typeof options === 'string') options = { encoding: options };
  else if (typeof options !== 'object') {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  }
  const { encoding } = options;
  if (encoding && encoding !== 'buffer' && !globals.Buffer.isEncoding(encoding)) {
    const { ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
  if (options.signal !== undefined) require('core/validate').validateAbortSignal(options.signal, 'options.signal');
  const all = { ...defaults };
  // Including inherited properties.
  for (const name in options) all[name] = options[name];
  return all;
}

function modeNumber(mode, name, fallback) {
  if (mode === undefined || mode === null) mode = fallback;
  if (typeof mode === 'string') {
    if (!regexpTest(/^[0-7]+$/, mode)) {
      const { ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
      throw new ERR_INVALID_ARG_VALUE(name, mode, 'must be a 32-bit unsigned integer or an octal string');
    }
    mode = parseInt(mode, 8);
  }
  require('core/validate').validateUint32(mode, name);
  return mode;
}

module.exports = { flagNumber, readOptions, modeNumber, O_APPEND };
