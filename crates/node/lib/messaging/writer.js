'use strict';
// Serializes to the format of messaging/wire.js.

const globals = require('globals');
const {
  arrayBufferStaticIsView, arrayFilter, arrayForEach, arrayJoin, arrayMap, arrayPush, dateGetTime, jsonStringify, mapForEach,
  mapGet, mapSet, objectGetPrototypeOf, objectHasOwn, objectIs, objectKeys, setForEach,
} = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { isIn } = require('core/safe/lists');
const { appendAll, each, valuesOf } = require('core/safe/walk');
const types = require('util/types');
const { kClone, kTransfer, isUncloneable } = require('core/cloneable');
const { ERRORS, MARK } = require('messaging/wire');
const { checkTransferList, isUncloneableKind, dataCloneError, uncloneableError } = require('core/structured_clone');

const { kindOf } = require('core/kind');
const { canTransferMemory } = binding('messaging');

// No file can be listed before its class is loaded.
const isFile = (item) => require.has('fs/file_handle') && require('messaging/host_objects').isFile(item);

// Key, value, key, value; … of a Map, and the members of a Set, of any realm.
function pairsOf(map) {
  const list = [];
  mapForEach(map, (value, key) => {
    arrayPush(list, key);
    arrayPush(list, value);
  });
  return list;
}

function membersOf(set) {
  const list = [];
  setForEach(set, (value) => arrayPush(list, value));
  return list;
}

class Writer {
  #seen = new Map();
  #seenCount = 0;
  #isPlain = true;
  memory = [];
  // Items of the transfer list: their index among the ports or in memory; the descriptor of a file.
  #listed = new Map();

  // Objects that are recreated by the receiver, and the parts they are recreated from.
  #decomposed;

  constructor(list, ports, decomposed) {
    for (const item of each(list)) {
      if (types.isArrayBuffer(item)) mapSet(this.#listed, item, arrayPush(this.memory, item) - 1);
      else if (isFile(item)) mapSet(this.#listed, item, item.fd);
    }
    arrayForEach(ports, (port, index) => mapSet(this.#listed, port, index));
    this.#decomposed = decomposed;
  }

  text(value) {
    const text = this.#value(value);
    return this.#isPlain ? text : `s${text}`;
  }

  #tagged(...parts) {
    this.#isPlain = false;
    return `{"\\u0000":[${arrayJoin(parts, ',')}]}`;
  }

  #value(value) {
    switch (typeof value) {
      case 'string': return jsonStringify(value);
      case 'number':
        if (value - value === 0 && (value !== 0 || 1 / value > 0)) return `${value}`;
        return this.#tagged('"number"', `"${objectIs(value, -0) ? '-0' : value}"`);
      case 'boolean': return value ? 'true' : 'false';
      case 'undefined': return this.#tagged('"undefined"');
      case 'bigint': return this.#tagged('"bigint"', `"${value}"`);
      case 'object': return value === null ? 'null' : this.#object(value);
      default: throw uncloneableError(value);
    }
  }

  #object(value) {
    const number = mapGet(this.#seen, value);
    if (number !== undefined) return this.#tagged('"again"', number);
    mapSet(this.#seen, value, this.#seenCount++);
    // One lookup for the most frequent classes.
    const kind = kindOf(value);
    if (kind === 'Array') return this.#array(value);
    if (kind === 'Object' && objectGetPrototypeOf(value) === Object.prototype && !isUncloneable(value)) return this.#plain(value);
    return this.#other(value, kind === 'Proxy');
  }

  #array(value) {
    const keys = objectKeys(value);
    // Holes, or properties that are not elements.
    if (keys.length !== value.length || (keys.length > 0 && keys[keys.length - 1] !== `${keys.length - 1}`)) {
      return this.#tagged('"array"', value.length, this.#entries(value, keys));
    }
    let text = '[';
    for (let i = 0; i < value.length; i++) text += i === 0 ? this.#value(value[i]) : `,${this.#value(value[i])}`;
    return `${text}]`;
  }

  #plain(value) {
    const keys = objectKeys(value);
    if (isIn(keys, MARK)) return this.#tagged('"object"', this.#entries(value, keys));
    let text = '{';
    let isFirst = true;
    for (const key of each(keys)) {
      // A getter may have deleted others.
      if (!objectHasOwn(value, key)) continue;
      text += `${isFirst ? '' : ','}${jsonStringify(key)}:${this.#value(value[key])}`;
      isFirst = false;
    }
    return `${text}}`;
  }

  #entries(value, keys) {
    return `[${arrayJoin(arrayMap(arrayFilter(keys, (key) => objectHasOwn(value, key)), (key) => `${jsonStringify(key)},${this.#value(value[key])}`), ',')}]`;
  }

  #list(values) {
    return `[${arrayJoin(arrayMap(values, (inner) => this.#value(inner)), ',')}]`;
  }

  // In the order of core/structured_clone.
  #other(value, isProxy) {
    const parts = this.#decomposed.get(value)?.parts;
    if (parts !== undefined) return this.#tagged('"host"', this.#list(parts));
    const index = mapGet(this.#listed, value);
    if (index !== undefined) {
      if (isFile(value)) return this.#host(value);
      return this.#tagged(types.isArrayBuffer(value) ? '"memory"' : '"port"', index);
    }
    if (isProxy || types.isArgumentsObject(value)) throw uncloneableError(value);
    if (types.isBoxedPrimitive(value)) {
      if (types.isSymbolObject(value)) throw uncloneableError(value);
      return this.#tagged('"boxed"', this.#value(value.valueOf()));
    }
    if (types.isDate(value)) return this.#tagged('"date"', this.#value(dateGetTime(value)));
    if (types.isRegExp(value)) return this.#tagged('"regexp"', jsonStringify(value.source), jsonStringify(value.flags));
    if (types.isAnyArrayBuffer(value)) return this.#buffer(value);
    if (arrayBufferStaticIsView(value)) return this.#view(value);
    if (types.isMap(value)) return this.#tagged('"map"', this.#list(pairsOf(value)));
    if (types.isSet(value)) return this.#tagged('"set"', this.#list(membersOf(value)));
    if (isUncloneable(value)) throw dataCloneError('Cannot clone object of unsupported type.');
    if (types.isNativeError(value) && typeof value[kClone] !== 'function') return this.#error(value);
    if (typeof value[kClone] === 'function') return this.#host(value);
    if (typeof value[kTransfer] === 'function') {
      throw dataCloneError('Object that needs transfer was found in message but not listed in transferList');
    }
    if (isUncloneableKind(value)) throw uncloneableError(value);
    if (value instanceof globals.WebAssembly.Module) return this.#wasmModule(value);
    return this.#plain(value);
  }

  #host(value) {
    return this.#tagged('"host"', this.#list(require('messaging/host_objects').pack(value)));
  }

  #wasmModule(value) {
    const bytes = require('loop/compilation').moduleBytes(value);
    if (bytes === undefined) throw dataCloneError('This WebAssembly.Module cannot go to another thread in Hexloop');
    return this.#tagged('"wasm"', arrayPush(this.memory, bytes.buffer) - 1);
  }

  #buffer(value) {
    if (types.isSharedArrayBuffer(value)) {
      if (!canTransferMemory()) throw dataCloneError('A SharedArrayBuffer cannot be shared with other threads: this JavaScriptCore does not export what that takes');
      return this.#tagged('"shared"', arrayPush(this.memory, value) - 1);
    }
    if (value.detached) throw dataCloneError('An ArrayBuffer is detached and could not be cloned.');
    const index = arrayPush(this.memory, value) - 1;
    return value.resizable ? this.#tagged('"memory"', index, value.maxByteLength) : this.#tagged('"memory"', index);
  }

  #view(value) {
    const { buffer, byteOffset, byteLength } = value;
    const follows = buffer.resizable === true && byteOffset + byteLength === buffer.byteLength;
    const kind = types.isDataView(value) ? 'DataView' : value[Symbol.toStringTag];
    const length = follows ? 'null' : value.length ?? byteLength;
    return this.#tagged('"view"', `"${kind}"`, this.#value(buffer), byteOffset, length);
  }

  #error(value) {
    const parts = [jsonStringify(value.name in ERRORS ? value.name : 'Error'), jsonStringify(String(value.stack)),
      'message' in value ? jsonStringify(String(value.message)) : 'null'];
    if (objectHasOwn(value, 'cause')) arrayPush(parts, this.#value(value.cause));
    return this.#tagged('"error"', ...each(parts));
  }
}

const NO_TRANSFERS = { ports: [], decomposed: new SafeMap() };

// Ports are transferred as they are; streams and signals as their parts, which include ports.
function decompose(others) {
  const { checkTransferable, isPort } = require('messaging/port');
  const ports = arrayFilter(others, isPort);
  const decomposed = new SafeMap();
  for (const item of each(others)) {
    if (isPort(item)) continue;
    const transfer = item[kTransfer]();
    if (transfer.parts === undefined) throw dataCloneError(`${item.constructor?.name ?? 'Object'} cannot go to another thread in Hexloop`);
    decomposed.set(item, transfer);
    appendAll(ports, transfer.ports);
  }
  for (const port of each(ports)) checkTransferable(port);
  return { ports, decomposed };
}

// Returns { text, memory, ports }. Listed ports and buffers are detached only when the whole value has been written.
function encode(value, list, source) {
  if (list.length > 0) checkTransferList(list, source);
  const files = arrayFilter(list, isFile);
  for (const file of each(files)) require('fs/file_handle').checkTransferable(file);
  const others = arrayFilter(list, (item) => !types.isArrayBuffer(item) && !isFile(item));
  const { ports, decomposed } = others.length > 0 ? decompose(others) : NO_TRANSFERS;
  const writer = new Writer(list, ports, decomposed);
  let text;
  try {
    text = writer.text(value);
  } catch (error) {
    for (const { abort } of each(valuesOf(decomposed))) abort?.();
    throw error;
  }
  for (const { commit } of each(valuesOf(decomposed))) commit();
  const descriptors = arrayMap(files, (file) => require('fs/file_handle').detach(file));
  // Rust takes the memory out of a buffer when the message is posted, and copies a view.
  const memory = arrayMap(writer.memory, (buffer) => {
    if (types.isSharedArrayBuffer(buffer)) return buffer;
    if (!isIn(list, buffer)) return new Uint8Array(buffer);
    return canTransferMemory() ? buffer : new Uint8Array(buffer.transfer());
  });
  for (const transfer of each(valuesOf(decomposed))) if (transfer.descriptors !== undefined) appendAll(descriptors, transfer.descriptors);
  const transferred = [...each(arrayMap(ports, (port) => require('messaging/port').detach(port))), ...each(arrayMap(descriptors, (fd) => `f${fd}`))];
  return { text, memory, ports: transferred.length > 0 ? arrayJoin(transferred) : undefined };
}

// Called when the message was posted, or could not be: transferred buffers are detached either way. A buffer whose address is in use
// was copied. (The engine's transfer() always copies, 100 µs for a megabyte, so it is only used for these.)
function detachTransferred(memory) {
  for (const buffer of each(memory)) {
    if (!arrayBufferStaticIsView(buffer) && !types.isSharedArrayBuffer(buffer) && !buffer.detached) buffer.transfer();
  }
}

module.exports = { encode, detachTransferred };
