'use strict';
// Blob: immutable bytes, in parts. A part is memory, or a range of a file that is read on demand.
//
// Parts are shared, never copied: a slice of a Blob, or a Blob made of Blobs, views the same memory.

const { codes } = require('core/errors');
const { validateDictionary } = require('core/validate');
const { kClone } = require('core/cloneable');
const { isAnyArrayBuffer } = require('util/types');

const kParts = Symbol('kPieces');
const kType = Symbol('kType');
const kSize = Symbol('kLength');
// Node reads files in chunks of this size.
const FILE_CHUNK = 65536;
const customInspect = Symbol.for('nodejs.util.inspect.custom');

function notASequence() {
  return Object.assign(new TypeError('Value cannot be converted to sequence.'), { code: 'ERR_INVALID_ARG_TYPE' });
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
    return this.bytes.slice();
  }

  async *chunks() {
    yield this.bytes.slice();
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

  // Opens the file for each chunk: a stream that is abandoned leaves no descriptor open. The last, empty slice only checks that
  // the file was not modified.
  async *chunks() {
    for (let at = 0; at < this.size; at += FILE_CHUNK) yield this.slice(at, Math.min(at + FILE_CHUNK, this.size)).read();
    await this.slice(this.size, this.size).read();
  }
}

async function* chunksOf(parts) {
  for (const part of parts) yield* part.chunks();
}

function validateSequence(sources) {
  if (sources === null || typeof sources !== 'object' || typeof sources[Symbol.iterator] !== 'function') throw notASequence();
}

function partsOf(sources, endings) {
  const parts = [];
  let index = 0;
  for (const source of sources) {
    if (isBlob(source)) parts.push(...source[kParts]);
    else if (isAnyArrayBuffer(source)) parts.push(new MemoryPart(new Uint8Array(source).slice()));
    else if (ArrayBuffer.isView(source)) parts.push(new MemoryPart(new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()));
    else parts.push(new MemoryPart(bytesOfText(source, index, endings)));
    index++;
  }
  return parts.filter(({ size }) => size > 0);
}

function bytesOfText(source, index, endings) {
  if (typeof source === 'symbol') {
    throw Object.assign(new TypeError(`Value[${index}] is a Symbol and cannot be converted to a string.`), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  let text = `${source}`;
  if (endings === 'native') text = text.replace(/\r\n|\r|\n/g, '\n');
  const bytes = Buffer.from(text);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function optionsOf(options) {
  validateDictionary(options, 'options');
  const { type = '', endings = 'transparent' } = options ?? {};
  if (`${endings}` !== 'transparent' && `${endings}` !== 'native') throw new codes.ERR_INVALID_ARG_VALUE('options.endings', endings);
  return { type: typeOf(`${type}`), endings: `${endings}` };
}

// Printable ASCII, in lower case; otherwise empty.
const typeOf = (type) => (/[^\x20-\x7e]/.test(type) ? '' : type.toLowerCase());

const isBlob = (value) => value !== null && typeof value === 'object' && value[kParts] !== undefined;

function check(value) {
  if (!isBlob(value)) throw new codes.ERR_INVALID_THIS('Blob');
  return value;
}

function fill(blob, parts, type) {
  const hidden = { __proto__: null, enumerable: false };
  Object.defineProperty(blob, kParts, { __proto__: null, ...hidden, value: parts });
  Object.defineProperty(blob, kType, { __proto__: null, ...hidden, value: type });
  Object.defineProperty(blob, kSize, { __proto__: null, ...hidden, value: parts.reduce((sum, { size }) => sum + size, 0) });
  return blob;
}

const blobOf = (parts, type) => fill(Object.create(Blob.prototype), parts, type);

// An index in a Blob: negative ones count from the end.
function position(value, name, size, fallback) {
  if (value === undefined) return fallback;
  if (typeof value === 'symbol' || typeof value === 'bigint') {
    const kind = typeof value === 'symbol' ? 'Symbol' : 'BigInt';
    throw require('core/errors').codedError('ERR_INVALID_ARG_TYPE', TypeError, `${name} is a ${kind} and cannot be converted to a number.`);
  }
  const index = Math.trunc(Number(value)) || 0;
  return index < 0 ? Math.max(size + index, 0) : Math.min(index, size);
}

function sliceParts(parts, start, end) {
  const result = [];
  let at = 0;
  for (const part of parts) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, part.size);
    if (from < to) result.push(part.slice(from, to));
    at += part.size;
  }
  return result;
}

async function read(blob) {
  const { [kParts]: parts, [kSize]: size } = check(blob);
  if (parts.length === 1) return parts[0].read();
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
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
    return blobOf(sliceParts(parts, from, Math.max(from, to)), typeOf(`${contentType}`));
  }

  arrayBuffer() {
    return read(this).then(({ buffer }) => buffer);
  }

  text() {
    return read(this).then((bytes) => new TextDecoder().decode(bytes));
  }

  bytes() {
    return read(this);
  }

  stream() {
    const { [kParts]: parts } = check(this);
    const { ReadableStream } = require('stream/web');
    const chunks = chunksOf(parts);
    return new ReadableStream({
      type: 'bytes',
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (!done) return controller.enqueue(value);
        controller.close();
        // For a pending BYOB read.
        controller.byobRequest?.respond(0);
      },
    });
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
  if (Object.hasOwn(blob, kClone)) blob[kClone]();
  const parts = blob[kParts].map((part) => {
    if (part.bytes === undefined) throw require('core/structured_clone').dataCloneError('A Blob of a file cannot go to another thread in Hexloop');
    return part.bytes;
  });
  if (blob instanceof require('buffer/file').File) return ['file', blob.type, blob.name, blob.lastModified, ...parts];
  return ['blob', blob.type, ...parts];
}

function inspectAs(name, contents, depth, options) {
  if (depth < 0) return `[${name}]`;
  const { inspect } = require('inspect/inspect');
  return `${name} ${inspect(contents, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
}

for (const name of ['type', 'size', 'slice', 'arrayBuffer', 'text', 'bytes', 'stream', 'textStream']) {
  Object.defineProperty(Blob.prototype, name, { __proto__: null, enumerable: true });
}
Object.defineProperty(Blob.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'Blob' });

// A Blob backed by a file. `stats` is used to detect modifications.
function blobOfFile(path, stats, type) {
  const blob = blobOf([new FilePart(path, 0, stats.size, stats)], type);
  Object.defineProperty(blob, kClone, { __proto__: null, value: throwNotCloneable });
  return blob;
}

function throwNotCloneable() {
  throw new codes.ERR_INVALID_STATE.TypeError('File-backed Blobs are not cloneable');
}

module.exports = { Blob, blobOfFile, fill, inspectAs, serialize, isBlob, kParts, kType };
