'use strict';

// node:buffer. A Buffer is a Uint8Array with Node's methods; small ones are slices of a shared pool.
//
//   buffer.js            creating buffers: from, alloc, concat; the class; the module
//   buffer/encodings.js  the seven encodings: names, numbers, sizes
//   buffer/codec.js      conversion between bytes and strings
//   buffer/text.js       toString and write
//   buffer/search.js     indexOf, compare, fill, copy
//   buffer/integers.js   readUInt32LE … writeIntBE     buffer/floats.js   readFloatLE … writeBigInt64BE
//   buffer/base64.js     atob, btoa
//
// What would be slow in JavaScript is native: `binding('buffer')` (crates/node/src/bindings/buffer.rs).
// `bytes` is any Uint8Array, a string may contain lone surrogates, encodings are numbers:
// 0 utf8, 1 utf16le, 2 latin1, 3 ascii, 4 base64, 5 base64url, 6 hex.
//
//   decode(bytes, start, end, encoding) -> string
//       utf8: each invalid sequence becomes U+FFFD (WHATWG's "maximal subpart" rule); a leading byte
//       order mark is kept. utf16le: an odd last byte is dropped, lone surrogates are kept. ascii: the high
//       bit is cleared. base64 is padded, base64url is not. hex is lower case.
//       0 <= start <= end <= bytes.length must hold.
//   write(bytes, string, offset, length, encoding) -> number of bytes written
//       At most `length` bytes at `offset`; never part of a utf8 or utf16le character (a lone surrogate
//       is EF BF BD in utf8). latin1 and ascii write the low byte of each unit. hex stops before the
//       first pair that is not hex. base64 and base64url each accept both alphabets, skip characters of
//       neither, and end at the first '='; the remaining bits of a last single character are dropped.
//   encodeInto(bytes, string, numbers)       as much as fits, in UTF-8; two numbers: units read, bytes written
//   fill(bytes, string, start, end, encoding) -> length of the string in bytes
//       Repeats it; of a string without any bytes nothing is written.
//   copy(source, target, to, from, count)    as memmove
//   byteLengthUtf8(string) -> number         lone surrogates count 3
//   indexOf(bytes, needle, start, forward, step) -> number
//   indexOfString(bytes, text, start, forward) -> number; the text as UTF-8, at least two characters
//       The first match at or after `start`, or with forward = false the last one at or before it; -1 if
//       none. needle.length >= 1. step is 1, or 2 to match only whole utf16 units (start is even then).
//   unfilled(size) -> Uint8Array, uninitialized
//   lastIndexOfByte(bytes, byte, start) -> number
//   compare(a, b) -> -1 | 0 | 1              as memcmp, then by length
//   swap(bytes, size)                        reverses each group of 2, 4 or 8 bytes
//   transcode(bytes, from, to) -> Uint8Array of the text encodings 0 to 3; unmappable characters become '?'
//   misalignment(bytes, alignment) -> number address modulo alignment
//   isUtf8(bytes) -> boolean                 isAscii(bytes) -> boolean
//   decodeLegacy(label, bytes, fatal) -> string | undefined
//       For TextDecoder: any WHATWG label (encoding_rs), no byte order mark handling; undefined if
//       `fatal` and the input is invalid.
//   decodeLegacyPart(label, bytes, fatal) -> [string, number of bytes at the end to pass again] | undefined
//   encodingName(label) -> string | undefined
//       WHATWG's name of a label, in lower case ('latin1' -> 'windows-1252').

const globals = require('globals');
const {
  arrayBufferByteLength, arrayBufferStaticIsView, arrayFilter, arrayIsArray, arrayJoin, arrayPush, mathMax, mathMin, mathTrunc,
  numberIsInteger, objectAssign, objectDefineProperties, objectDefineProperty, objectGetOwnPropertyDescriptor, objectKeys,
  objectSetPrototypeOf, reflectOwnKeys, regexpTest, stringTrim, symbolFor, typedArrayBuffer, typedArrayByteOffset, typedArrayLength,
  typedArraySet,
} = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateArray, validateInteger, validateNumber } = require('core/validate');
const { encodingOf, knownEncoding, byteLengthOf, UTF8 } = require('buffer/encodings');
const { decode, encodeInto, kStringMaxLength } = require('buffer/codec');

const native = binding('buffer');

const kMaxLength = Number.MAX_SAFE_INTEGER;

class FastBuffer extends Uint8Array {
  // Explicit: a default constructor would spread its arguments with the array iterator.
  constructor(source, offset, length) { super(source, offset, length); }
}

// Callable as a function or with `new`, as in early Node; deprecated.
function Buffer(arg, encodingOrOffset, length) {
  warnOnce();
  if (typeof arg === 'number') {
    if (typeof encodingOrOffset === 'string') throw new codes.ERR_INVALID_ARG_TYPE('string', 'string', arg);
    return Buffer.alloc(arg);
  }
  return Buffer.from(arg, encodingOrOffset, length);
}

let warned = false;

function warnOnce() {
  if (warned || globals.process.noDeprecation === true) return;
  // Do not warn about dependencies, which the user cannot change.
  const isPending = require('process/warning').options().pendingDeprecation;
  if (!isPending && require('core/call_sites').isCalledFromDependency()) return;
  warned = true;
  globals.process.emitWarning('Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), ' +
    'Buffer.allocUnsafe(), or Buffer.from() methods instead.', 'DeprecationWarning', 'DEP0005');
}

FastBuffer.prototype.constructor = Buffer;
Buffer.prototype = FastBuffer.prototype;
objectSetPrototypeOf(Buffer, Uint8Array);
objectDefineProperty(Buffer, Symbol.species, {
  __proto__: null,
  configurable: true,
  enumerable: false,
  get() {
    return FastBuffer;
  },
});

// The pool: memory that small buffers share. A slice of eight bytes needs no allocation.
Buffer.poolSize = 64 * 1024;
let pool;
let poolBytes;
let poolOffset = 0;
// How many bytes are left.
let poolSpace = 0;

function throwNotDetachable() {
  throw new TypeError('ArrayBuffer is not detachable and could not be cloned.');
}

function createPool() {
  const length = Buffer.poolSize;
  poolBytes = numberIsInteger(length) && length > 0 ? native.allocPinned(length) : new Uint8Array(new ArrayBuffer(length));
  pool = typedArrayBuffer(poolBytes);
  poolOffset = 0;
  poolSpace = arrayBufferByteLength(pool);
  // Detaching it would detach all of its buffers. The methods of the prototype copy it: it is pinned.
  objectDefineProperty(pool, 'transfer', { __proto__: null, value: throwNotDetachable });
  objectDefineProperty(pool, 'transferToFixedLength', { __proto__: null, value: throwNotDetachable });
}

function sliceFromPool(size) {
  if (pool === undefined || size > poolSpace) createPool();
  return takeFromPool(size);
}

function takeFromPool(size) {
  const buffer = new FastBuffer(pool, poolOffset, size);
  // Slices are aligned to eight bytes: some programs view them as larger numbers.
  const used = (size + 7) & ~7;
  poolOffset += used;
  poolSpace -= used;
  return buffer;
}

// From this size on, uninitialized memory is worth the native call.
const kLarge = 16 * 1024;

// Uninitialized: memory of the pool may have been used before, and so may memory of the system's allocator.
function allocate(size) {
  if (size <= 0) return new FastBuffer();
  if (size < Buffer.poolSize >>> 1) return sliceFromPool(size);
  return size < kLarge ? createZeroed(size, outOfMemory) : createUninitialized(size);
}

function createUninitialized(size) {
  try {
    return objectSetPrototypeOf(native.allocUninitialized(size), FastBuffer.prototype);
  } catch {
    throw outOfMemory();
  }
}

// The engine's largest ArrayBuffer is 4 GB, and its typed arrays cannot index the last byte: 2**32 - 1 is not an array index.
const kMaxBufferLength = 2 ** 32 - 1;

// Throws beyond that, or if out of memory.
function createZeroed(size, failure = () => new RangeError('Array buffer allocation failed')) {
  if (size > kMaxBufferLength) throw failure();
  try {
    return new FastBuffer(size);
  } catch {
    throw failure();
  }
}

const outOfMemory = () => objectAssign(new RangeError('Failed to allocate memory'),
  { code: 'ERR_MEMORY_ALLOCATION_FAILED' });

function checkSize(size) {
  if (!(typeof size === 'number' && size >= 0 && size <= kMaxLength)) validateNumber(size, 'size', 0, kMaxLength);
}

const { isAnyArrayBuffer, isUint8Array } = require('util/types');

// Without the native call that recognizes others (in 60 ns).
function isPlainArrayBuffer(value) {
  if (!(value instanceof ArrayBuffer)) return false;
  try {
    return arrayBufferByteLength(value) >= 0;
  } catch {
    return false;
  }
}

const notConvertible = (value) => new codes.ERR_INVALID_ARG_TYPE('first argument',
  ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);

Buffer.from = function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return fromString(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (arrayBufferStaticIsView(value)) return fromArrayLike(value);
    if (!arrayIsArray(value) && (isPlainArrayBuffer(value) || isAnyArrayBuffer(value))) return fromArrayBuffer(value, encodingOrOffset, length);
    const primitive = value.valueOf?.();
    if (primitive != null && primitive !== value && (typeof primitive === 'string' || typeof primitive === 'object')) {
      return from(primitive, encodingOrOffset, length);
    }
    const converted = fromObject(value);
    if (converted !== undefined) return converted;
    if (typeof value[Symbol.toPrimitive] === 'function') {
      const text = value[Symbol.toPrimitive]('string');
      if (typeof text === 'string') return fromString(text, encodingOrOffset);
    }
  }
  throw notConvertible(value);
};

function fromString(string, encodingName) {
  let encoding = UTF8;
  if (typeof encodingName === 'string' && encodingName.length > 0) encoding = knownEncoding(encodingName);
  const { length } = string;
  if (length === 0) return new FastBuffer();
  // Usually there is space for every encoding of it, and no need to count its bytes first. (Beyond a sixth of the pool it might
  // take more than the half that a slice may have.)
  if (length * 3 <= poolSpace && length * 6 < Buffer.poolSize) {
    return takeFromPool(encodeInto(poolBytes, string, poolOffset, poolSpace, encoding));
  }
  const size = byteLengthOf(string, encoding);
  const buffer = allocate(size);
  const written = encodeInto(buffer, string, 0, size, encoding);
  return written === size ? buffer : new FastBuffer(typedArrayBuffer(buffer), typedArrayByteOffset(buffer), written);
}

function fromObject(value) {
  if (value.length !== undefined || isAnyArrayBuffer(value.buffer)) {
    return typeof value.length === 'number' ? fromArrayLike(value) : new FastBuffer();
  }
  return value.type === 'Buffer' && arrayIsArray(value.data) ? fromArrayLike(value.data) : undefined;
}

// Up to this length a loop is faster than set().
const kFew = 32;

function fromArrayLike(value) {
  const { length } = value;
  if (!(length > 0)) return new FastBuffer();
  const buffer = allocate(mathTrunc(length));
  if (length <= kFew && (value instanceof Uint8Array || arrayIsArray(value))) for (let i = 0; i < length; i++) buffer[i] = value[i];
  else typedArraySet(buffer, value);
  return buffer;
}

function fromArrayBuffer(value, byteOffset, length) {
  byteOffset = byteOffset === undefined ? 0 : +byteOffset || 0;
  const available = (value instanceof ArrayBuffer ? arrayBufferByteLength(value) : value.byteLength) - byteOffset;
  if (available < 0) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (byteOffset < 0) throw new RangeError(`Start offset ${byteOffset} is outside the bounds of the buffer`);
  // Without a length, the buffer tracks a resizable ArrayBuffer.
  if (length === undefined) return new FastBuffer(value, byteOffset);
  length = +length;
  if (length > available) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('length');
  return new FastBuffer(value, byteOffset, length > 0 ? length : 0);
}

Buffer.copyBytesFrom = function copyBytesFrom(view, offset, length) {
  if (!require('util/types').isTypedArray(view)) throw new codes.ERR_INVALID_ARG_TYPE('view', ['TypedArray'], view);
  if (view.length === 0) return new FastBuffer();
  let end = view.length;
  if (offset !== undefined) {
    validateInteger(offset, 'offset', 0);
    if (offset >= view.length) return new FastBuffer();
  }
  const start = offset ?? 0;
  if (length !== undefined) {
    validateInteger(length, 'length', 0);
    end = mathMin(start + length, view.length);
  }
  const part = view.subarray(start, end);
  return fromArrayLike(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
};

Buffer.of = function of(...items) {
  return fromArrayLike(items);
};

Buffer.alloc = function alloc(size, fill, encoding) {
  checkSize(size);
  const buffer = createZeroed(size);
  if (fill !== undefined && fill !== 0 && size > 0) {
    if (encoding !== undefined && typeof encoding !== 'string') {
      throw new codes.ERR_INVALID_ARG_TYPE('encoding', 'string', encoding);
    }
    buffer.fill(fill, typeof fill === 'string' ? encoding : undefined);
  }
  return buffer;
};

Buffer.allocUnsafe = function allocUnsafe(size, alignment) {
  checkSize(size);
  if (alignment === undefined) return allocate(mathTrunc(size));
  checkAlignment(alignment);
  return alignment <= 8 ? allocate(mathTrunc(size)) : allocateAligned(mathTrunc(size), alignment);
};

Buffer.allocUnsafeSlow = function allocUnsafeSlow(size, alignment) {
  checkSize(size);
  if (alignment === undefined) return size < kLarge ? createZeroed(size, outOfMemory) : createUninitialized(size);
  checkAlignment(alignment);
  return allocateAligned(mathTrunc(size), alignment);
};

function checkAlignment(alignment) {
  validateInteger(alignment, 'alignment', 1, 2 ** 30);
  if ((alignment & (alignment - 1)) !== 0) throw new codes.ERR_INVALID_ARG_VALUE('alignment', alignment, 'must be a power of two');
}

// Memory whose address is a multiple of `alignment`; allocates that much more.
function allocateAligned(length, alignment) {
  if (length === 0) return new FastBuffer();
  let memory;
  try {
    memory = new ArrayBuffer(length + mathMax(alignment, 8));
  } catch {
    throw outOfMemory();
  }
  const misalignment = native.misalignment(new Uint8Array(memory), alignment);
  return new FastBuffer(memory, misalignment === 0 ? 0 : alignment - misalignment, length);
}

Buffer.isBuffer = function isBuffer(value) {
  return value instanceof Buffer;
};

Buffer.compare = function compare(buf1, buf2) {
  if (!isUint8Array(buf1)) throw new codes.ERR_INVALID_ARG_TYPE('buf1', ['Buffer', 'Uint8Array'], buf1);
  if (!isUint8Array(buf2)) throw new codes.ERR_INVALID_ARG_TYPE('buf2', ['Buffer', 'Uint8Array'], buf2);
  return buf1 === buf2 ? 0 : native.compare(buf1, buf2);
};

Buffer.isEncoding = function isEncoding(encoding) {
  return typeof encoding === 'string' && encoding.length !== 0 && encodingOf(encoding) !== undefined;
};

// Up to this length a loop is faster than the native copy.
const kFewBytes = 12;

// The size of its memory: a program may have defined another `length`.
function sizeOfPart(list, index) {
  const part = list[index];
  if (!(part instanceof Uint8Array) && !isUint8Array(part)) throw new codes.ERR_INVALID_ARG_TYPE(`list[${index}]`, ['Buffer', 'Uint8Array'], part);
  return typedArrayLength(part);
}

Buffer.concat = function concat(list, length) {
  validateArray(list, 'list');
  if (list.length === 0) return new FastBuffer();
  if (length === undefined) {
    length = 0;
    for (let i = 0; i < list.length; i++) length += sizeOfPart(list, i);
  } else {
    validateInteger(length, 'length', 0);
  }
  const joined = allocate(length);
  let at = 0;
  for (let i = 0; i < list.length; i++) {
    const part = list[i];
    const size = sizeOfPart(list, i);
    const count = mathMin(size, length - at);
    if (count <= kFewBytes) for (let j = 0; j < count; j++) joined[at + j] = part[j];
    else native.copy(part, joined, at, 0, count);
    at += count;
    if (count < size) break;
  }
  // Memory from the pool may have been used before.
  if (at < length) joined.fill(0, at);
  return joined;
};

Buffer.byteLength = function byteLength(string, encoding) {
  if (typeof string !== 'string') {
    if (arrayBufferStaticIsView(string) || isAnyArrayBuffer(string)) return string.byteLength;
    throw new codes.ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], string);
  }
  if (string.length === 0) return 0;
  return byteLengthOf(string, encoding === undefined ? UTF8 : encodingOf(encoding) ?? UTF8);
};

function addMethods(methods) {
  for (const name of each(objectKeys(methods))) {
    objectDefineProperty(Buffer.prototype, name, {
      __proto__: null,
      value: methods[name], writable: true, enumerable: true, configurable: true,
    });
  }
}

addMethods(require('buffer/floats').bigMethods);
addMethods(require('buffer/integers').methods);
addMethods(require('buffer/floats').floatMethods);
addMethods(require('buffer/text').sliceMethods);

for (const { 0: name, 1: read } of each([['parent', (self) => self.buffer], ['offset', (self) => self.byteOffset]])) {
  objectDefineProperty(Buffer.prototype, name, {
    __proto__: null,
    enumerable: true,
    get() {
      return this instanceof Buffer ? read(this) : undefined;
    },
  });
}

const text = require('buffer/text');
const search = require('buffer/search');

addMethods({
  copy: search.copy,
  toString: text.toString,
  equals: search.equals,
  inspect,
  compare: search.compare,
  indexOf: search.indexOf,
  lastIndexOf: search.lastIndexOf,
  includes: search.includes,
  fill: search.fill,
  write: text.write,
  toJSON: text.toJSON,
  subarray: function subarray(start, end) {
    return slice(this, start, end);
  },
  slice: function slice_(start, end) {
    return this.subarray(start, end);
  },
  swap16: search.swap16,
  swap32: search.swap32,
  swap64: search.swap64,
  toLocaleString: text.toString,
});
objectDefineProperty(Buffer.prototype.slice, 'name', { __proto__: null, value: 'slice' });
objectDefineProperty(Buffer.prototype, symbolFor('nodejs.util.inspect.custom'), {
  __proto__: null,
  value: inspect, writable: true, enumerable: true, configurable: true,
});

function clamp(value, length) {
  const integer = mathTrunc(value) || 0;
  return integer < 0 ? mathMax(integer + length, 0) : mathMin(integer, length);
}

function slice(self, start, end) {
  const { length } = self;
  const from = start === undefined ? 0 : clamp(start, length);
  const to = end === undefined ? length : clamp(end, length);
  // By name, as in Node: calling the getters takes 20 ns more.
  return new FastBuffer(self.buffer, self.byteOffset + from, to > from ? to - from : 0);
}

let inspectMaxBytes = 50;

// <Buffer 61 62 ... 2 more bytes>, and own properties after the bytes.
function inspect(_depth, context) {
  const count = mathMin(inspectMaxBytes, this.length);
  const hex = stringTrim(replaceIn(decode(this, 0, count, 6), /(.{2})/g, '$1 '));
  const hidden = this.length - inspectMaxBytes;
  const parts = [hidden > 0 ? `${hex} ... ${hidden} more byte${hidden > 1 ? 's' : ''}` : hex];
  if (context) {
    const extra = ownProperties(this, context);
    if (extra !== '') arrayPush(parts, extra);
  }
  return `<${this.constructor.name} ${arrayJoin(arrayFilter(parts, (part) => part !== ''), ', ')}>`;
}

function ownProperties(buffer, context) {
  const keys = arrayFilter(reflectOwnKeys(buffer), (key) => typeof key === 'symbol' || !regexpTest(/^\d+$/, key));
  const extras = {};
  let any = false;
  for (const key of each(keys)) {
    const own = objectGetOwnPropertyDescriptor(buffer, key);
    if (!context.showHidden && !own.enumerable) continue;
    any = true;
    objectDefineProperty(extras, key, { __proto__: null, ...own, enumerable: true });
  }
  if (!any) return '';
  const output = require('inspect/inspect').inspect(extras, { ...context, breakLength: Infinity, compact: true });
  return stringTrim(sliceOf(output, indexIn(output, '{') + 1, -1));
}

module.exports = {
  Buffer,
  transcode: function transcode(source, fromEncoding, toEncoding) {
    return require('buffer/transcode').transcode(source, fromEncoding, toEncoding);
  },
  isUtf8: function isUtf8(input) {
    return native.isUtf8(bytesToCheck(input));
  },
  isAscii: function isAscii(input) {
    return native.isAscii(bytesToCheck(input));
  },
  kMaxLength,
  kStringMaxLength,
  btoa: function btoa(input) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('input');
    return require('buffer/base64').btoa(input);
  },
  atob: function atob(input) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('input');
    return require('buffer/base64').atob(input);
  },
};

objectDefineProperties(module.exports, {
  constants: {
    __proto__: null,
    value: objectDefineProperties({}, {
      MAX_LENGTH: { __proto__: null, value: kMaxLength, enumerable: true },
      MAX_STRING_LENGTH: { __proto__: null, value: kStringMaxLength, enumerable: true },
    }),
    enumerable: true,
  },
  INSPECT_MAX_BYTES: {
    __proto__: null,
    get() {
      return inspectMaxBytes;
    },
    set(value) {
      validateNumber(value, 'INSPECT_MAX_BYTES', 0);
      inspectMaxBytes = value;
    },
    enumerable: true,
    configurable: true,
  },
  Blob: lazyExport('Blob', 'buffer/blob'),
  resolveObjectURL: {
    __proto__: null,
    value: function resolveObjectURL(url) {
      return require('buffer/object_urls').resolveObjectURL(url);
    },
    writable: true,
    enumerable: true,
    configurable: true,
  },
  File: lazyExport('File', 'buffer/file'),
});

// Loaded on first use.
function lazyExport(name, id) {
  return require('core/lazy_property').lazyProperty(module.exports, name, id);
}

// A detached ArrayBuffer is empty.
function bytesToCheck(input) {
  if (isUint8Array(input)) return input;
  return isAnyArrayBuffer(input) && input.detached ? new FastBuffer() : bytesOf(input);
}

function bytesOf(input) {
  const bytes = require('util/types').isDataView(input) ? undefined : require('core/bytes').memoryOf(input);
  if (bytes !== undefined) return bytes;
  throw new codes.ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
}
