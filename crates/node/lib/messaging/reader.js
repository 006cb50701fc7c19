'use strict';
// Deserializes the format of messaging/wire.js.

const { ERRORS, MARK } = require('messaging/wire');

class Reader {
  #objects = [];

  constructor(memory, ports) {
    this.memory = memory;
    this.ports = ports;
  }

  read(value) {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) {
      this.#note(value);
      for (let i = 0; i < value.length; i++) value[i] = this.read(value[i]);
      return value;
    }
    const parts = Object.hasOwn(value, MARK) ? value[MARK] : undefined;
    if (parts !== undefined) return READERS[parts[0]].call(this, parts);
    this.#note(value);
    for (const key of Object.keys(value)) {
      const inner = value[key];
      if (inner !== null && typeof inner === 'object') put(value, key, this.read(inner));
    }
    return value;
  }

  #note(object) {
    this.#objects.push(object);
    return object;
  }

  // Takes the object's number before its members take theirs.
  reserve() {
    return this.#objects.push(undefined) - 1;
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
  Object.defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

const READERS = {
  __proto__: null,
  undefined: () => undefined,
  number: ([, text]) => Number(text),
  bigint: ([, text]) => BigInt(text),
  again([, number]) { return this.again(number); },
  array([, length, entries]) { return this.entries(this.note(new Array(length)), entries); },
  object([, entries]) { return this.entries(this.note({}), entries); },
  boxed([, value]) { return this.note(Object(this.read(value))); },
  date([, time]) { return this.note(new Date(this.read(time))); },
  regexp([, source, flags]) { return this.note(new RegExp(source, flags)); },
  map([, list]) {
    const map = this.note(new Map());
    for (let i = 0; i < list.length; i += 2) {
      const key = this.read(list[i]);
      map.set(key, this.read(list[i + 1]));
    }
    return map;
  },
  set([, list]) {
    const set = this.note(new Set());
    for (const inner of list) set.add(this.read(inner));
    return set;
  },
  memory([, index, maxLength]) {
    const { buffer } = this.memory[index];
    if (maxLength === undefined) return this.note(buffer);
    const resizable = new ArrayBuffer(buffer.byteLength, { maxByteLength: maxLength });
    new Uint8Array(resizable).set(this.memory[index]);
    return this.note(resizable);
  },
  wasm([, index]) { return this.note(new WebAssembly.Module(this.memory[index])); },
  shared([, index]) { return this.note(this.memory[index].buffer); },
  view([, kind, buffer, offset, length]) {
    const index = this.reserve();
    return this.fill(index, new globalThis[kind](this.read(buffer), offset, length ?? undefined));
  },
  port([, index]) { return this.note(this.ports[index]); },
  error([, name, stack, message, ...cause]) {
    const created = this.note(new (ERRORS[name] ?? Error)());
    const define = (key, value) => Object.defineProperty(created, key, {
      __proto__: null, value, writable: true, enumerable: false, configurable: true,
    });
    for (const ours of ['line', 'column', 'sourceURL']) delete created[ours];
    define('stack', stack);
    if (message !== null) define('message', message);
    if (cause.length > 0) define('cause', this.read(cause[0]));
    return created;
  },
  host([, list]) {
    const index = this.reserve();
    return this.fill(index, require('messaging/host_objects').unpack(list.map((part) => this.read(part))));
  },
};

module.exports = { Reader };
