'use strict';
// Serializes to the format of messaging/wire.js.

const types = require('util/types');
const { kClone, kTransfer, isUncloneable } = require('core/cloneable');
const { ERRORS, MARK } = require('messaging/wire');
const { checkTransferList, isUncloneableKind, dataCloneError, uncloneableError } = require('core/structured_clone');

const { stringify } = require('engine').JSON;
const { kindOf } = require('core/kind');
const { canTransferMemory } = binding('messaging');

// No file can be listed before its class is loaded.
const isFile = (item) => require.has('fs/file_handle') && require('messaging/host_objects').isFile(item);

class Writer {
  #seen = new Map();
  #isPlain = true;
  memory = [];
  // Items of the transfer list: their index among the ports or in memory; the descriptor of a file.
  #listed = new Map();

  // Objects that are recreated by the receiver, and the parts they are recreated from.
  #decomposed = new Map();

  constructor(list, ports, decomposed) {
    for (const item of list) {
      if (types.isArrayBuffer(item)) this.#listed.set(item, this.memory.push(item) - 1);
      else if (isFile(item)) this.#listed.set(item, item.fd);
    }
    ports.forEach((port, index) => this.#listed.set(port, index));
    this.#decomposed = decomposed;
  }

  text(value) {
    const text = this.#value(value);
    return this.#isPlain ? text : `s${text}`;
  }

  #tagged(...parts) {
    this.#isPlain = false;
    return `{"\\u0000":[${parts.join(',')}]}`;
  }

  #value(value) {
    switch (typeof value) {
      case 'string': return stringify(value);
      case 'number':
        if (value - value === 0 && (value !== 0 || 1 / value > 0)) return `${value}`;
        return this.#tagged('"number"', `"${Object.is(value, -0) ? '-0' : value}"`);
      case 'boolean': return value ? 'true' : 'false';
      case 'undefined': return this.#tagged('"undefined"');
      case 'bigint': return this.#tagged('"bigint"', `"${value}"`);
      case 'object': return value === null ? 'null' : this.#object(value);
      default: throw uncloneableError(value);
    }
  }

  #object(value) {
    const number = this.#seen.get(value);
    if (number !== undefined) return this.#tagged('"again"', number);
    this.#seen.set(value, this.#seen.size);
    // One lookup for the most frequent classes.
    const kind = kindOf(value);
    if (kind === 'Array') return this.#array(value);
    if (kind === 'Object' && Object.getPrototypeOf(value) === Object.prototype && !isUncloneable(value)) return this.#plain(value);
    return this.#other(value, kind === 'Proxy');
  }

  #array(value) {
    const keys = Object.keys(value);
    // Holes, or properties that are not elements.
    if (keys.length !== value.length || (keys.length > 0 && keys[keys.length - 1] !== `${keys.length - 1}`)) {
      return this.#tagged('"array"', value.length, this.#entries(value, keys));
    }
    let text = '[';
    for (let i = 0; i < value.length; i++) text += i === 0 ? this.#value(value[i]) : `,${this.#value(value[i])}`;
    return `${text}]`;
  }

  #plain(value) {
    const keys = Object.keys(value);
    if (keys.includes(MARK)) return this.#tagged('"object"', this.#entries(value, keys));
    let text = '{';
    let isFirst = true;
    for (const key of keys) {
      // A getter may have deleted others.
      if (!Object.hasOwn(value, key)) continue;
      text += `${isFirst ? '' : ','}${stringify(key)}:${this.#value(value[key])}`;
      isFirst = false;
    }
    return `${text}}`;
  }

  #entries(value, keys) {
    return `[${keys.filter((key) => Object.hasOwn(value, key)).map((key) => `${stringify(key)},${this.#value(value[key])}`).join(',')}]`;
  }

  #list(values) {
    return `[${values.map((inner) => this.#value(inner)).join(',')}]`;
  }

  // In the order of core/structured_clone.
  #other(value, isProxy) {
    const parts = this.#decomposed.get(value)?.parts;
    if (parts !== undefined) return this.#tagged('"host"', this.#list(parts));
    const index = this.#listed.get(value);
    if (index !== undefined) {
      if (isFile(value)) return this.#host(value);
      return this.#tagged(types.isArrayBuffer(value) ? '"memory"' : '"port"', index);
    }
    if (isProxy || types.isArgumentsObject(value)) throw uncloneableError(value);
    if (types.isBoxedPrimitive(value)) {
      if (types.isSymbolObject(value)) throw uncloneableError(value);
      return this.#tagged('"boxed"', this.#value(value.valueOf()));
    }
    if (types.isDate(value)) return this.#tagged('"date"', this.#value(Date.prototype.getTime.call(value)));
    if (types.isRegExp(value)) return this.#tagged('"regexp"', stringify(value.source), stringify(value.flags));
    if (types.isAnyArrayBuffer(value)) return this.#buffer(value);
    if (ArrayBuffer.isView(value)) return this.#view(value);
    if (types.isMap(value)) return this.#tagged('"map"', this.#list([...Map.prototype.entries.call(value)].flat(1)));
    if (types.isSet(value)) return this.#tagged('"set"', this.#list([...Set.prototype.values.call(value)]));
    if (isUncloneable(value)) throw dataCloneError('Cannot clone object of unsupported type.');
    if (types.isNativeError(value) && typeof value[kClone] !== 'function') return this.#error(value);
    if (typeof value[kClone] === 'function') return this.#host(value);
    if (typeof value[kTransfer] === 'function') {
      throw dataCloneError('Object that needs transfer was found in message but not listed in transferList');
    }
    if (isUncloneableKind(value)) throw uncloneableError(value);
    if (value instanceof WebAssembly.Module) return this.#wasmModule(value);
    return this.#plain(value);
  }

  #host(value) {
    return this.#tagged('"host"', this.#list(require('messaging/host_objects').pack(value)));
  }

  #wasmModule(value) {
    const bytes = require('loop/compilation').moduleBytes(value);
    if (bytes === undefined) throw dataCloneError('This WebAssembly.Module cannot go to another thread in Hexloop');
    return this.#tagged('"wasm"', this.memory.push(bytes.buffer) - 1);
  }

  #buffer(value) {
    if (types.isSharedArrayBuffer(value)) {
      if (!canTransferMemory()) throw dataCloneError('A SharedArrayBuffer cannot be shared with other threads: this JavaScriptCore does not export what that takes');
      return this.#tagged('"shared"', this.memory.push(value) - 1);
    }
    if (value.detached) throw dataCloneError('An ArrayBuffer is detached and could not be cloned.');
    const index = this.memory.push(value) - 1;
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
    const parts = [stringify(value.name in ERRORS ? value.name : 'Error'), stringify(String(value.stack)),
      'message' in value ? stringify(String(value.message)) : 'null'];
    if (Object.hasOwn(value, 'cause')) parts.push(this.#value(value.cause));
    return this.#tagged('"error"', ...parts);
  }
}

const NO_TRANSFERS = { ports: [], decomposed: new Map() };

// Ports are transferred as they are; streams and signals as their parts, which include ports.
function decompose(others) {
  const { checkTransferable, isPort } = require('messaging/port');
  const ports = others.filter(isPort);
  const decomposed = new Map();
  for (const item of others) {
    if (isPort(item)) continue;
    const transfer = item[kTransfer]();
    if (transfer.parts === undefined) throw dataCloneError(`${item.constructor?.name ?? 'Object'} cannot go to another thread in Hexloop`);
    decomposed.set(item, transfer);
    ports.push(...transfer.ports);
  }
  for (const port of ports) checkTransferable(port);
  return { ports, decomposed };
}

// Returns { text, memory, ports }. Listed ports and buffers are detached only when the whole value has been written.
function encode(value, list, source) {
  if (list.length > 0) checkTransferList(list, source);
  const files = list.filter(isFile);
  for (const file of files) require('fs/file_handle').checkTransferable(file);
  const others = list.filter((item) => !types.isArrayBuffer(item) && !isFile(item));
  const { ports, decomposed } = others.length > 0 ? decompose(others) : NO_TRANSFERS;
  const writer = new Writer(list, ports, decomposed);
  const text = writer.text(value);
  for (const { commit } of decomposed.values()) commit();
  const descriptors = files.map((file) => require('fs/file_handle').detach(file));
  // Rust takes the memory out of a buffer when the message is posted, and copies a view.
  const memory = writer.memory.map((buffer) => {
    if (types.isSharedArrayBuffer(buffer)) return buffer;
    if (!list.includes(buffer)) return new Uint8Array(buffer);
    return canTransferMemory() ? buffer : new Uint8Array(buffer.transfer());
  });
  const transferred = [...ports.map((port) => require('messaging/port').detach(port)), ...descriptors.map((fd) => `f${fd}`)];
  return { text, memory, ports: transferred.length > 0 ? transferred.join() : undefined };
}

// Called when the message was posted, or could not be: transferred buffers are detached either way. A buffer whose address is in use
// was copied. (The engine's transfer() always copies, 100 µs for a megabyte, so it is only used for these.)
function detachTransferred(memory) {
  for (const buffer of memory) {
    if (!ArrayBuffer.isView(buffer) && !types.isSharedArrayBuffer(buffer) && !buffer.detached) buffer.transfer();
  }
}

module.exports = { encode, detachTransferred };
