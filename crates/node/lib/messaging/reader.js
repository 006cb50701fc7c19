'use strict';
// Deserializes the format of messaging/wire.js.

const globals = require('globals');
const {
  arrayBufferByteLength, arrayIsArray, arrayMap, arrayPush, mapSet, objectDefineProperty, objectHasOwn, objectKeys, setAdd,
} = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const { bufferOf, viewClass } = require('core/safe/views');
const { each } = require('core/safe/walk');
const { ERRORS, MARK } = require('messaging/wire');

class Reader {
  #objects = [];

  constructor(memory, ports) {
    this.memory = memory;
    this.ports = ports;
  }

  read(value) {
    if (value === null || typeof value !== 'object') return value;
    if (arrayIsArray(value)) {
      this.#note(value);
      for (let i = 0; i < value.length; i++) value[i] = this.read(value[i]);
      return value;
    }
    const parts = objectHasOwn(value, MARK) ? value[MARK] : undefined;
    if (parts !== undefined) return call1(READERS[parts[0]], this, parts);
    this.#note(value);
    for (const key of each(objectKeys(value))) {
      const inner = value[key];
      if (inner !== null && typeof inner === 'object') put(value, key, this.read(inner));
    }
    return value;
  }

  #note(object) {
    arrayPush(this.#objects, object);
    return object;
  }

  // Takes the object's number before its members take theirs.
  reserve() {
    return arrayPush(this.#objects, undefined) - 1;
  }

  fill(index, object) {
    return this.#objects[index] = object;
  }

  note(object) {
    return this.#note(object);
  }

  again(number) {
    return this.#objects[number];
  }

  entries(target, entries) {
    for (let i = 0; i < entries.length; i += 2) put(target, entries[i], this.read(entries[i + 1]));
    return target;
  }
}

function put(object, key, value) {
  objectDefineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

const READERS = {
  __proto__: null,
  undefined: () => undefined,
  number: ({ 1: text }) => Number(text),
  bigint: ({ 1: text }) => BigInt(text),
  again({ 1: number }) { return this.again(number); },
  array({ 1: length, 2: entries }) { return this.entries(this.note(new Array(length)), entries); },
  object({ 1: entries }) { return this.entries(this.note({}), entries); },
  boxed({ 1: value }) { return this.note(Object(this.read(value))); },
  date({ 1: time }) { return this.note(new Date(this.read(time))); },
  regexp({ 1: source, 2: flags }) { return this.note(new RegExp(source, flags)); },
  map({ 1: list }) {
    const map = this.note(new Map());
    for (let i = 0; i < list.length; i += 2) {
      const key = this.read(list[i]);
      mapSet(map, key, this.read(list[i + 1]));
    }
    return map;
  },
  set({ 1: list }) {
    const set = this.note(new Set());
    for (const inner of each(list)) setAdd(set, this.read(inner));
    return set;
  },
  memory({ 1: index, 2: maxLength }) {
    const buffer = bufferOf(this.memory[index]);
    if (maxLength === undefined) return this.note(buffer);
    const resizable = new ArrayBuffer(arrayBufferByteLength(buffer), { maxByteLength: maxLength });
    new Uint8Array(resizable).set(this.memory[index]);
    return this.note(resizable);
  },
  wasm({ 1: index }) { return this.note(new globals.WebAssembly.Module(this.memory[index])); },
  shared({ 1: index }) { return this.note(bufferOf(this.memory[index])); },
  view({ 1: kind, 2: buffer, 3: offset, 4: length }) {
    const index = this.reserve();
    return this.fill(index, new (viewClass(kind))(this.read(buffer), offset, length ?? undefined));
  },
  port({ 1: index }) { return this.note(this.ports[index]); },
  error({ 1: name, 2: stack, 3: message, 4: cause, length }) {
    const created = this.note(new (ERRORS[name] ?? Error)());
    const define = (key, value) => objectDefineProperty(created, key, {
      __proto__: null, value, writable: true, enumerable: false, configurable: true,
    });
    for (const ours of each(['line', 'column', 'sourceURL'])) delete created[ours];
    define('stack', stack);
    if (message !== null) define('message', message);
    if (length > 4) define('cause', this.read(cause));
    return created;
  },
  host({ 1: list }) {
    const index = this.reserve();
    return this.fill(index, require('messaging/host_objects').unpack(arrayMap(list, (part) => this.read(part))));
  },
};

module.exports = { Reader };
