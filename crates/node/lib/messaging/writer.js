'use strict';
// Writes what messaging/wire.js describes.

const types = require('util/types');
const { kClone, kTransfer, isUncloneable } = require('core/cloneable');
const { ERRORS, MARK } = require('messaging/wire');
const { checkList, isOther, refuse, uncloneable } = require('core/structured_clone');

const { stringify } = require('engine').JSON;
const { kindOf } = require('core/kind');
const { canMoveMemory } = binding('messaging');

// No file can be listed before its class is loaded.
const isFile = (item) => require.has('fs/file_handle') && require('messaging/host_objects').isFile(item);

class Writer {
  #seen = new Map();
  #isPlain = true;
  memory = [];
  // From an item of the transfer list to its place among the ports, or in memory; from a file to its descriptor.
  #listed = new Map();

  // From one that is made anew on the other side to what it is made from.
  #parted = new Map();

  constructor(list, ports, parted) {
    for (const item of list) {
      if (types.isArrayBuffer(item)) this.#listed.set(item, this.memory.push(item) - 1);
      else if (isFile(item)) this.#listed.set(item, item.fd);
    }
    ports.forEach((port, place) => this.#listed.set(port, place));
    this.#parted = parted;
  }

  text(value) {
    const text = this.#value(value);
    return this.#isPlain ? text : `s${text}`;
  }

  #special(...parts) {
    this.#isPlain = false;
    return `{"\\u0000":[${parts.join(',')}]}`;
  }

  #value(value) {
    switch (typeof value) {
      case 'string': return stringify(value);
      case 'number':
        if (value - value === 0 && (value !== 0 || 1 / value > 0)) return `${value}`;
        return this.#special('"number"', `"${Object.is(value, -0) ? '-0' : value}"`);
      case 'boolean': return value ? 'true' : 'false';
      case 'undefined': return this.#special('"undefined"');
      case 'bigint': return this.#special('"bigint"', `"${value}"`);
      case 'object': return value === null ? 'null' : this.#object(value);
      default: throw uncloneable(value);
    }
  }

  #object(value) {
    const number = this.#seen.get(value);
    if (number !== undefined) return this.#special('"again"', number);
    this.#seen.set(value, this.#seen.size);
    // One question for the most frequent kinds.
    const kind = kindOf(value);
    if (kind === 'Array') return this.#array(value);
    if (kind === 'Object' && Object.getPrototypeOf(value) === Object.prototype && !isUncloneable(value)) return this.#plain(value);
    return this.#other(value, kind === 'Proxy');
  }

  #array(value) {
    const keys = Object.keys(value);
    // Holes, or properties that are no members.
    if (keys.length !== value.length || (keys.length > 0 && keys[keys.length - 1] !== `${keys.length - 1}`)) {
      return this.#special('"array"', value.length, this.#entries(value, keys));
    }
    let text = '[';
    for (let i = 0; i < value.length; i++) text += i === 0 ? this.#value(value[i]) : `,${this.#value(value[i])}`;
    return `${text}]`;
  }

  #plain(value) {
    const keys = Object.keys(value);
    if (keys.includes(MARK)) return this.#special('"object"', this.#entries(value, keys));
    let text = '{';
    let isFirst = true;
    for (const key of keys) {
      // A getter may have taken others away.
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
    const parts = this.#parted.get(value)?.parts;
    if (parts !== undefined) return this.#special('"host"', this.#list(parts));
    const place = this.#listed.get(value);
    if (place !== undefined) {
      if (isFile(value)) return this.#host(value);
      return this.#special(types.isArrayBuffer(value) ? '"memory"' : '"port"', place);
    }
    if (isProxy || types.isArgumentsObject(value)) throw uncloneable(value);
    if (types.isBoxedPrimitive(value)) {
      if (types.isSymbolObject(value)) throw uncloneable(value);
      return this.#special('"boxed"', this.#value(value.valueOf()));
    }
    if (types.isDate(value)) return this.#special('"date"', this.#value(Date.prototype.getTime.call(value)));
    if (types.isRegExp(value)) return this.#special('"regexp"', stringify(value.source), stringify(value.flags));
    if (types.isAnyArrayBuffer(value)) return this.#buffer(value);
    if (ArrayBuffer.isView(value)) return this.#view(value);
    if (types.isMap(value)) return this.#special('"map"', this.#list([...Map.prototype.entries.call(value)].flat(1)));
    if (types.isSet(value)) return this.#special('"set"', this.#list([...Set.prototype.values.call(value)]));
    if (isUncloneable(value)) throw refuse('Cannot clone object of unsupported type.');
    if (types.isNativeError(value) && typeof value[kClone] !== 'function') return this.#error(value);
    if (typeof value[kClone] === 'function') return this.#host(value);
    if (typeof value[kTransfer] === 'function') {
      throw refuse('Object that needs transfer was found in message but not listed in transferList');
    }
    if (isOther(value)) throw uncloneable(value);
    if (value instanceof WebAssembly.Module) return this.#wasmModule(value);
    return this.#plain(value);
  }

  #host(value) {
    return this.#special('"host"', this.#list(require('messaging/host_objects').pack(value)));
  }

  #wasmModule(value) {
    const bytes = require('loop/compilation').moduleBytes(value);
    if (bytes === undefined) throw refuse('This WebAssembly.Module cannot go to another thread in Hexloop');
    return this.#special('"wasm"', this.memory.push(bytes.buffer) - 1);
  }

  #buffer(value) {
    if (types.isSharedArrayBuffer(value)) {
      if (!canMoveMemory()) throw refuse('A SharedArrayBuffer cannot be shared with other threads: this JavaScriptCore does not export what that takes');
      return this.#special('"shared"', this.memory.push(value) - 1);
    }
    if (value.detached) throw refuse('An ArrayBuffer is detached and could not be cloned.');
    const place = this.memory.push(value) - 1;
    return value.resizable ? this.#special('"memory"', place, value.maxByteLength) : this.#special('"memory"', place);
  }

  #view(value) {
    const { buffer, byteOffset, byteLength } = value;
    const follows = buffer.resizable === true && byteOffset + byteLength === buffer.byteLength;
    const kind = types.isDataView(value) ? 'DataView' : value[Symbol.toStringTag];
    const length = follows ? 'null' : value.length ?? byteLength;
    return this.#special('"view"', `"${kind}"`, this.#value(buffer), byteOffset, length);
  }

  #error(value) {
    const parts = [stringify(value.name in ERRORS ? value.name : 'Error'), stringify(String(value.stack)),
      'message' in value ? stringify(String(value.message)) : 'null'];
    if (Object.hasOwn(value, 'cause')) parts.push(this.#value(value.cause));
    return this.#special('"error"', ...parts);
  }
}

const NO_OTHERS = { ports: [], parted: new Map() };

// Ports go as they are; streams and signals as what they are made from, among which are ports.
function takeApart(others) {
  const { checkTransferable, isPort } = require('messaging/port');
  const ports = others.filter(isPort);
  const parted = new Map();
  for (const item of others) {
    if (isPort(item)) continue;
    const handedOver = item[kTransfer]();
    if (handedOver.parts === undefined) throw refuse(`${item.constructor?.name ?? 'Object'} cannot go to another thread in Hexloop`);
    parted.set(item, handedOver);
    ports.push(...handedOver.ports);
  }
  for (const port of ports) checkTransferable(port);
  return { ports, parted };
}

// { text, memory, ports }. Ports and buffers of the list are given up only when all of the value could be written.
function encode(value, list, source) {
  if (list.length > 0) checkList(list, source);
  const files = list.filter(isFile);
  for (const file of files) require('fs/file_handle').checkTransferable(file);
  const others = list.filter((item) => !types.isArrayBuffer(item) && !isFile(item));
  const { ports, parted } = others.length > 0 ? takeApart(others) : NO_OTHERS;
  const writer = new Writer(list, ports, parted);
  const text = writer.text(value);
  for (const { commit } of parted.values()) commit();
  const descriptors = files.map((file) => require('fs/file_handle').detach(file));
  // Rust takes the memory out of a buffer when the message is posted, and copies a view.
  const memory = writer.memory.map((buffer) => {
    if (types.isSharedArrayBuffer(buffer)) return buffer;
    if (!list.includes(buffer)) return new Uint8Array(buffer);
    return canMoveMemory() ? buffer : new Uint8Array(buffer.transfer());
  });
  const taken = [...ports.map((port) => require('messaging/port').emigrate(port)), ...descriptors.map((fd) => `f${fd}`)];
  return { text, memory, ports: taken.length > 0 ? taken.join() : undefined };
}

// After the message was posted, or could not be: what was given up is gone either way. A buffer whose address somebody has was
// copied. (The engine's transfer() copies always, 100 µs for a megabyte, so it is only for these.)
function giveUp(memory) {
  for (const buffer of memory) {
    if (!ArrayBuffer.isView(buffer) && !types.isSharedArrayBuffer(buffer) && !buffer.detached) buffer.transfer();
  }
}

module.exports = { encode, giveUp };
