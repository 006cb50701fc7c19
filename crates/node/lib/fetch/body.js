'use strict';
// The body of a request or a response: where its bytes come from, and the methods that read them.
//
//   source   a string, bytes or a Blob (which a FormData becomes): it can be read again, for a redirect
//   stream   created only when `body` is read; text() and so on read a source directly

const {
  arrayBufferSlice, arrayBufferStaticIsView, arrayPush, classSharedArrayBuffer: SharedArrayBuffer, jsonParse,
  objectDefineProperty, objectGetOwnPropertyDescriptor, objectKeys, stringToWellFormed, symbolFor, typedArraySlice,
} = require('core/intrinsics');
const globals = require('globals');
const { promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { Buffer } = require('buffer');
const { isBlob } = require('buffer/blob');
const { isAnyArrayBuffer } = require('util/types');
const { illegalInvocation } = require('fetch/webidl');
const { isFormData } = require('fetch/form_data');

const kIsDisturbed = symbolFor('nodejs.stream.disturbed');

class Body {
  #stream;
  #isConsumed = false;

  constructor(source, length, stream = undefined) {
    this.source = source;
    this.length = length;
    this.#stream = stream;
  }

  get stream() {
    if (this.#stream === undefined) {
      this.#stream = streamOf(this.#isConsumed ? null : this.source);
      // Already read, but not through the stream: return a stream that is locked and closed, as if it had been.
      if (this.#isConsumed) this.#stream.getReader().cancel();
    }
    return this.#stream;
  }

  get isUsed() { return this.#isConsumed || Boolean(this.#stream?.[kIsDisturbed]); }

  get isUnusable() { return this.isUsed || Boolean(this.#stream?.locked); }

  // All bytes, once.
  async bytes() {
    if (this.#stream === undefined) {
      this.#isConsumed = true;
      if (isBlob(this.source)) return this.source.bytes();
      return typeof this.source === 'string' ? Buffer.from(this.source) : this.source;
    }
    const reader = this.stream.getReader();
    const chunks = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      if (!(value instanceof Uint8Array)) throw new TypeError('Received non-Uint8Array chunk');
      arrayPush(chunks, value);
    }
  }

  clone() {
    if (this.#stream === undefined) return new Body(this.source, this.length);
    const { 0: branch, 1: other } = this.#stream.tee();
    this.#stream = branch;
    return new Body(this.source, this.length, other);
  }

  // "Create a proxy" in the fetch standard: another request takes the body, and this one counts as read.
  createProxy() {
    const other = new Body(this.source, this.length, this.#stream === undefined ? undefined : this.#stream.pipeThrough(new globals.TransformStream()));
    if (this.#stream === undefined) this.#isConsumed = true;
    return other;
  }

  // A new body over the same source, if there is one.
  restart() { return this.source === null ? null : new Body(this.source, this.length); }

  cancel(reason) {
    if (this.#stream !== undefined && !this.#stream.locked) promiseThen(this.#stream.cancel(reason), undefined, () => {});
  }
}

// ---- extracting a body

function streamOf(source) {
  const { ReadableStream } = require('stream/web');
  if (isBlob(source)) return source.stream();
  const bytes = source === null ? null : typeof source === 'string' ? new globals.TextEncoder().encode(source) : new Uint8Array(source);
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (bytes !== null && bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

function streamOfChunks(iterable) {
  const iterator = iterable[Symbol.asyncIterator]();
  return new (require('stream/web').ReadableStream)({
    type: 'bytes',
    async pull(controller) {
      for (;;) {
        const { done, value } = await iterator.next();
        if (done) {
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        const bytes = typeof value === 'string' ? new globals.TextEncoder().encode(value) : new Uint8Array(value);
        if (bytes.byteLength === 0) continue;
        controller.enqueue(bytes);
        return;
      }
    },
    async cancel(reason) { await iterator.return?.(reason); },
  });
}

// The body and its content type, or null.
function extract(value, where) {
  const { ReadableStream } = require('stream/web');
  if (typeof value === 'object' && value !== null) {
    if (value instanceof ReadableStream) {
      if (value.locked || value[kIsDisturbed]) throw new TypeError('Response body object should not be disturbed or locked');
      return { body: new Body(null, null, value), type: null };
    }
    if (isBlob(value)) return { body: new Body(value, value.size), type: value.type === '' ? null : value.type };
    if (value instanceof globals.URLSearchParams) return text(value.toString(), 'application/x-www-form-urlencoded;charset=UTF-8');
    if (isAnyArrayBuffer(value)) return { body: new Body(new Uint8Array(arrayBufferSlice(value, 0)), value.byteLength), type: null };
    if (arrayBufferStaticIsView(value)) {
      return { body: new Body(typedArraySlice(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)), value.byteLength), type: null };
    }
    if (isFormData(value)) return form(value);
    if (typeof value[Symbol.asyncIterator] === 'function') return { body: new Body(null, null, streamOfChunks(value)), type: null };
  }
  if (typeof value === 'symbol') throw new TypeError(`${where}: body is a symbol, which cannot be converted to a DOMString.`);
  return text(stringToWellFormed(`${value}`), 'text/plain;charset=UTF-8');
}

const text = (content, type) => ({ body: new Body(content, Buffer.byteLength(content)), type });

// The boundary is chosen here, and with it the bytes; files are read on demand.
function form(value) {
  const { parts, length, type } = require('fetch/multipart').encode(value);
  const { Blob } = require('buffer/blob');
  return { body: new Body(new Blob(parts), length), type };
}

// ---- methods

const utf8 = (bytes) => new globals.TextDecoder().decode(bytes);

// What each method does with the bytes. `type` is the Content-Type, or null.
const conversions = {
  blob: (bytes, type) => new (require('buffer/blob').Blob)([bytes], { type: mimeOf(type)?.toString() ?? '' }),
  arrayBuffer: (bytes) => toArrayBuffer(bytes),
  text: (bytes) => utf8(bytes),
  json: (bytes) => jsonParse(utf8(bytes)),
  formData: (bytes, type) => toFormData(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), mimeOf(type)),
  bytes: (bytes) => new Uint8Array(toArrayBuffer(bytes)),
};

function toArrayBuffer({ buffer, byteOffset, byteLength }) {
  return byteLength === buffer.byteLength && !(buffer instanceof SharedArrayBuffer) ? arrayBufferSlice(buffer, 0) : arrayBufferSlice(buffer, byteOffset, byteOffset + byteLength);
}

function mimeOf(type) {
  if (type === null) return null;
  const { MIMEType } = require('util');
  try {
    return new MIMEType(type);
  } catch {
    return null;
  }
}

function toFormData(bytes, mime) {
  if (mime?.essence === 'multipart/form-data') {
    try {
      const boundary = mime.params.get('boundary');
      if (boundary === null) throw new TypeError('missing boundary in content-type header');
      return require('fetch/multipart').decode(bytes, boundary);
    } catch (cause) {
      throw new TypeError('Failed to parse body as FormData.', { cause });
    }
  }
  if (mime?.essence === 'application/x-www-form-urlencoded') {
    const { FormData } = require('fetch/form_data');
    const form = new FormData();
    for (const { 0: name, 1: value } of each(new globals.URLSearchParams(utf8(bytes)))) form.append(name, value);
    return form;
  }
  throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
}

const EMPTY = new Uint8Array(0);

// Adds body, bodyUsed and the methods. `stateOf(object)` returns `body` and `headers`, or undefined if `this` is invalid.
function addBodyMembers(Class, stateOf) {
  const requireState = (object) => {
    const state = stateOf(object);
    if (state === undefined) throw illegalInvocation();
    return state;
  };
  const assertUsable = ({ body }) => {
    if (body?.isUnusable) throw new TypeError('Body is unusable: Body has already been read');
  };
  const getters = {
    get body() { return requireState(this).body?.stream ?? null; },
    get bodyUsed() { return requireState(this).body?.isUsed ?? false; },
  };
  const methods = {};
  for (const name of each(objectKeys(conversions))) {
    methods[name] = { async [name]() {
      const state = requireState(this);
      assertUsable(state);
      const bytes = state.body === null ? EMPTY : await state.body.bytes();
      return conversions[name](bytes, state.headers.get('content-type'));
    } }[name];
  }
  methods.textStream = function textStream() {
    const state = requireState(this);
    assertUsable(state);
    return (state.body?.stream ?? streamOf(null)).pipeThrough(new (require('stream/web').TextDecoderStream)());
  };
  const prototype = Class.prototype;
  for (const name of each(objectKeys(getters))) objectDefineProperty(prototype, name, objectGetOwnPropertyDescriptor(getters, name));
  // Members are listed in the order of the standard.
  for (const name of each(['duplex', 'clone'])) {
    const descriptor = objectGetOwnPropertyDescriptor(prototype, name);
    if (descriptor === undefined) continue;
    delete prototype[name];
    objectDefineProperty(prototype, name, descriptor);
  }
  for (const name of each(objectKeys(methods))) {
    objectDefineProperty(prototype, name, { __proto__: null, configurable: true, enumerable: true, writable: true, value: methods[name] });
  }
}

module.exports = { Body, addBodyMembers, extract };
