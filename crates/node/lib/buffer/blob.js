'use strict';
// Blob: immutable bytes, in parts. A part is memory, or a range of a file that is read on demand.
//
// Parts are shared, never copied: a slice of a Blob, or a Blob made of Blobs, views the same memory.

const {
  arrayBufferStaticIsView, arrayFilter, arrayMap, arrayPush, arrayReduce, mathMax, mathMin, mathTrunc, objectAssign, objectCreate,
  objectDefineProperty, objectHasOwn, regexpTest, stringToLowerCase, symbolFor, typedArraySlice,
} = require('core/intrinsics');
const { appendAll, each } = require('core/safe/walk');
const { replaceIn } = require('core/safe/patterns');
const globals = require('globals');
const { codes } = require('core/errors');
const { promiseThen, promiseWithResolvers } = require('core/safe/promises');
const { validateDictionary } = require('core/validate');
const { kClone } = require('core/cloneable');
const { setImmediate } = require('loop/immediates');
const { isAnyArrayBuffer } = require('util/types');

const kParts = Symbol('kPieces');
const kType = Symbol('kType');
const kSize = Symbol('kLength');
// Node reads files in chunks of this size.
const FILE_CHUNK = 65536;
const customInspect = symbolFor('nodejs.util.inspect.custom');

function notASequence() {
  return objectAssign(new TypeError('Value cannot be converted to sequence.'), { code: 'ERR_INVALID_ARG_TYPE' });
}

class MemoryPart {
  constructor(bytes) {
    this.bytes = bytes;
    this.size = bytes.byteLength;
  }

  slice(start, end) {
    return new MemoryPart(this.bytes.subarray(start, end));
  }

  // A copy: the caller may modify or transfer it.
  async read() {
    return typedArraySlice(this.bytes);
  }
}

class FilePart {
  constructor(path, offset, size, stats) {
    this.path = path;
    this.offset = offset;
    this.size = size;
    this.stats = stats;
  }

  slice(start, end) {
    return new FilePart(this.path, this.offset + start, end - start, this.stats);
  }

  // Fails if the file was modified since.
  async read() {
    const { open } = require('fs/promises');
    const unreadable = () => new (require('core/dom_exception').DOMException)('The blob could not be read', 'NotReadableError');
    let file;
    try {
      file = await open(this.path);
      const now = await file.stat();
      if (now.size !== this.stats.size || now.mtimeMs !== this.stats.mtimeMs) throw unreadable();
      const bytes = new Uint8Array(this.size);
      const { bytesRead } = await file.read(bytes, 0, this.size, this.offset);
      if (bytesRead !== this.size) throw unreadable();
      return bytes;
    } catch {
      throw unreadable();
    } finally {
      await file?.close();
    }
  }
}

const NOTHING = new Uint8Array(0);

// Reads parts chunk by chunk; as in Node, an empty chunk separates two parts. It opens a file for each chunk: a stream that is
// abandoned leaves no descriptor open. The last, empty slice of a file checks that it was not modified.
class PartReader {
  #parts;
  #index = 0;
  #offset = 0;
  #isAfterMemory = false;

  constructor(parts) {
    this.#parts = parts;
  }

  // A copy of memory, a promise for a file, undefined at the end.
  next() {
    const part = this.#parts[this.#index];
    if (part === undefined) return undefined;
    if (this.#isAfterMemory) {
      this.#isAfterMemory = false;
      return NOTHING;
    }
    if (part.bytes !== undefined) {
      this.#isAfterMemory = true;
      this.#index++;
      return typedArraySlice(part.bytes);
    }
    const start = this.#offset;
    const end = mathMin(start + FILE_CHUNK, part.size);
    this.#offset = end;
    if (start === end) {
      this.#index++;
      this.#offset = 0;
    }
    return part.slice(start, end).read();
  }
}

// As in Node, memory is enqueued within pull(), and the loop turns after each chunk.
function streamOf(parts) {
  const reader = new PartReader(parts);
  let controller;
  // The pull in progress; undefined when the stream was cancelled.
  let pull;

  function finishPull() {
    const { resolve } = pull;
    pull = undefined;
    resolve();
  }

  function readNext() {
    const chunk = reader.next();
    if (chunk instanceof __hexloop_promise__) promiseThen(chunk, onChunk, (error) => pull?.reject(error));
    else onChunk(chunk);
  }

  function onChunk(chunk) {
    if (pull === undefined) return;
    if (chunk === undefined) {
      controller.close();
      // For a pending BYOB read.
      controller.byobRequest?.respond(0);
      finishPull();
      return;
    }
    if (chunk.byteLength > 0) controller.enqueue(chunk);
    setImmediate(afterChunk);
  }

  function afterChunk() {
    if (pull === undefined) return;
    if (controller.desiredSize < 0) finishPull();
    else readNext();
  }

  return new (require('stream/web').ReadableStream)({
    __proto__: null,
    type: 'bytes',
    pull(byteController) {
      controller = byteController;
      pull = promiseWithResolvers();
      const { promise } = pull;
      readNext();
      return promise;
    },
    cancel() {
      pull = undefined;
    },
  });
}

function validateSequence(sources) {
  if (sources === null || typeof sources !== 'object' || typeof sources[Symbol.iterator] !== 'function') throw notASequence();
}

function partsOf(sources, endings) {
  const parts = [];
  let index = 0;
  for (const source of each(sources)) {
    if (isBlob(source)) appendAll(parts, source[kParts]);
    else if (isAnyArrayBuffer(source)) arrayPush(parts, new MemoryPart(typedArraySlice(new Uint8Array(source))));
    else if (arrayBufferStaticIsView(source)) arrayPush(parts, new MemoryPart(typedArraySlice(new Uint8Array(source.buffer, source.byteOffset, source.byteLength))));
    else arrayPush(parts, new MemoryPart(bytesOfText(source, index, endings)));
    index++;
  }
  return arrayFilter(parts, ({ size }) => size > 0);
}

function bytesOfText(source, index, endings) {
  if (typeof source === 'symbol') {
    throw objectAssign(new TypeError(`Value[${index}] is a Symbol and cannot be converted to a string.`), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  let text = `${source}`;
  if (endings === 'native') text = replaceIn(text, /\r\n|\r|\n/g, '\n');
  const bytes = globals.Buffer.from(text);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function optionsOf(options) {
  validateDictionary(options, 'options');
  const { type = '', endings = 'transparent' } = options ?? {};
  if (`${endings}` !== 'transparent' && `${endings}` !== 'native') throw new codes.ERR_INVALID_ARG_VALUE('options.endings', endings);
  return { type: typeOf(`${type}`), endings: `${endings}` };
}

// Printable ASCII, in lower case; otherwise empty.
const typeOf = (type) => (regexpTest(/[^\x20-\x7e]/, type) ? '' : stringToLowerCase(type));

const isBlob = (value) => value !== null && typeof value === 'object' && value[kParts] !== undefined;

function check(value) {
  if (!isBlob(value)) throw new codes.ERR_INVALID_THIS('Blob');
  return value;
}

function fill(blob, parts, type) {
  const hidden = { __proto__: null, enumerable: false };
  objectDefineProperty(blob, kParts, { __proto__: null, ...hidden, value: parts });
  objectDefineProperty(blob, kType, { __proto__: null, ...hidden, value: type });
  objectDefineProperty(blob, kSize, { __proto__: null, ...hidden, value: arrayReduce(parts, (sum, { size }) => sum + size, 0) });
  return blob;
}

const blobOf = (parts, type) => fill(objectCreate(Blob.prototype), parts, type);

// An index in a Blob: negative ones count from the end.
function position(value, name, size, fallback) {
  if (value === undefined) return fallback;
  if (typeof value === 'symbol' || typeof value === 'bigint') {
    const kind = typeof value === 'symbol' ? 'Symbol' : 'BigInt';
    throw require('core/errors').codedError('ERR_INVALID_ARG_TYPE', TypeError, `${name} is a ${kind} and cannot be converted to a number.`);
  }
  const index = mathTrunc(Number(value)) || 0;
  return index < 0 ? mathMax(size + index, 0) : mathMin(index, size);
}

function sliceParts(parts, start, end) {
  const result = [];
  let at = 0;
  for (const part of each(parts)) {
    const from = mathMax(start - at, 0);
    const to = mathMin(end - at, part.size);
    if (from < to) arrayPush(result, part.slice(from, to));
    at += part.size;
  }
  return result;
}

async function read(blob) {
  const { [kParts]: parts, [kSize]: size } = check(blob);
  if (parts.length === 1) return parts[0].read();
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of each(parts)) {
    bytes.set(await part.read(), at);
    at += part.size;
  }
  return bytes;
}

class Blob {
  constructor(sources = [], options = undefined) {
    validateSequence(sources);
    const { type, endings } = optionsOf(options);
    fill(this, partsOf(sources, endings), type);
  }

  get type() {
    return check(this)[kType];
  }

  get size() {
    return check(this)[kSize];
  }

  slice(start = undefined, end = undefined, contentType = '') {
    const { [kParts]: parts, [kSize]: size } = check(this);
    const from = position(start, 'start', size, 0);
    const to = position(end, 'end', size, size);
    return blobOf(sliceParts(parts, from, mathMax(from, to)), typeOf(`${contentType}`));
  }

  arrayBuffer() {
    return promiseThen(read(this), ({ buffer }) => buffer);
  }

  text() {
    return promiseThen(read(this), (bytes) => new globals.TextDecoder().decode(bytes));
  }

  bytes() {
    return read(this);
  }

  stream() {
    const { [kParts]: parts } = check(this);
    return streamOf(parts);
  }

  textStream() {
    check(this);
    return this.stream().pipeThrough(new (require('stream/web').TextDecoderStream)());
  }

  [customInspect](depth, options) {
    check(this);
    return inspectAs('Blob', { size: this.size, type: this.type }, depth, options);
  }

  get [kClone]() {
    return isBlob(this) ? copyOf : undefined;
  }
}

function copyOf() {
  return blobOf(this[kParts], this[kType]);
}

// For another thread (messaging/host_objects).
function serialize(blob) {
  if (objectHasOwn(blob, kClone)) blob[kClone]();
  const parts = arrayMap(blob[kParts], (part) => {
    if (part.bytes === undefined) throw require('core/structured_clone').dataCloneError('A Blob of a file cannot go to another thread in Hexloop');
    return part.bytes;
  });
  if (blob instanceof require('buffer/file').File) return ['file', blob.type, blob.name, blob.lastModified, ...each(parts)];
  return ['blob', blob.type, ...each(parts)];
}

function inspectAs(name, contents, depth, options) {
  if (depth < 0) return `[${name}]`;
  const { inspect } = require('inspect/inspect');
  return `${name} ${inspect(contents, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
}

for (const name of each(['type', 'size', 'slice', 'arrayBuffer', 'text', 'bytes', 'stream', 'textStream'])) {
  objectDefineProperty(Blob.prototype, name, { __proto__: null, enumerable: true });
}
objectDefineProperty(Blob.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'Blob' });

// A Blob backed by a file. `stats` is used to detect modifications.
function blobOfFile(path, stats, type) {
  const blob = blobOf([new FilePart(path, 0, stats.size, stats)], type);
  objectDefineProperty(blob, kClone, { __proto__: null, value: throwNotCloneable });
  return blob;
}

function throwNotCloneable() {
  throw new codes.ERR_INVALID_STATE.TypeError('File-backed Blobs are not cloneable');
}

module.exports = { Blob, blobOfFile, fill, inspectAs, serialize, isBlob, kParts, kType };
