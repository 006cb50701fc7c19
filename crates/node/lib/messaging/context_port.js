'use strict';
// worker_threads.moveMessagePortToContext(): a port whose objects, and those of its messages, belong to a context of node:vm.
//
// The port is no EventTarget, as in Node: messages go to its `onmessage`, once it was started. It is over the queue of the port that
// moved. A message is decoded here, and what arrives is built anew in the context; what the context posts is cloned as ever.

const { arrayPush, mapForEach, objectAssign, objectDefineProperty, objectGetPrototypeOf, objectHasOwn, setForEach } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { SafeMap, SafeWeakMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { kindOf } = require('core/kind');
const { kTransfer } = require('core/cloneable');
const { contextOf } = require('vm/context');
const { evaluate } = binding('vm');

// Runs in the context; `main` has the functions of this file.
const IN_CONTEXT = `(function (main) {
  'use strict';
  const { Array, ArrayBuffer, DataView, Date, Error, Map, Object, RegExp, Set, TypeError, Uint8Array } = globalThis;
  const { defineProperty, keys } = Object;
  const errors = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const own = globalThis;

  class DOMException extends Error {
    #name;
    #code;
    constructor(message, name, code) {
      super(message);
      this.#name = name;
      this.#code = code;
    }
    get name() { return this.#name; }
    get code() { return this.#code; }
  }

  const translated = (error) => {
    if (typeof error.code === 'number') return new DOMException(error.message, error.name, error.code);
    const made = new (errors[error.name] ?? Error)(error.message);
    made.code = error.code;
    return made;
  };
  const guarded = (call, self, args) => {
    let outcome;
    try {
      outcome = call(self, args);
    } catch (error) {
      // Of the program, if it is of this context.
      throw error instanceof Error ? error : translated(error);
    }
    return outcome;
  };

  class Handle {
    close(...args) { return guarded(main.close, this, args); }
    ref(...args) { return guarded(main.ref, this, args); }
    unref(...args) { return guarded(main.unref, this, args); }
    hasRef(...args) { return guarded(main.hasRef, this, args); }
  }
  class MessagePort extends Handle {
    constructor(token) {
      super();
      if (token !== main) throw main.notConstructible(TypeError);
    }
    postMessage(...args) { return guarded(main.postMessage, this, args); }
    start(...args) { return guarded(main.start, this, args); }
  }

  // A copy of a value of the main context; \`seen\` has the ports of the message already.
  const adopt = (value, seen) => {
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    const keep = (made) => {
      seen.set(value, made);
      return made;
    };
    const kind = main.kindOf(value);
    switch (kind) {
      case 'Array': {
        const made = keep(new Array(value.length));
        for (const key of keys(value)) put(made, key, adopt(value[key], seen));
        return made;
      }
      case 'Map': {
        const made = keep(new Map());
        for (const [key, inner] of main.entries(value)) made.set(adopt(key, seen), adopt(inner, seen));
        return made;
      }
      case 'Set': {
        const made = keep(new Set());
        for (const inner of main.members(value)) made.add(adopt(inner, seen));
        return made;
      }
      case 'Date': return keep(new Date(value.getTime()));
      case 'RegExp': return keep(new RegExp(value.source, value.flags));
      case 'ArrayBuffer': {
        const made = keep(value.resizable ? new ArrayBuffer(value.byteLength, { maxByteLength: value.maxByteLength }) : new ArrayBuffer(value.byteLength));
        new Uint8Array(made).set(new Uint8Array(value));
        return made;
      }
      case 'Error': {
        const made = keep(new (errors[value.name] ?? Error)());
        for (const key of ['stack', 'message', 'cause']) {
          if (main.hasOwn(value, key)) defineProperty(made, key, { __proto__: null, value: adopt(value[key], seen), writable: true, configurable: true });
        }
        return made;
      }
    }
    if (ArrayBuffer.isView(value)) {
      const View = main.isDataView(value) ? DataView : own[main.viewName(value)];
      return keep(new View(adopt(value.buffer, seen), value.byteOffset, View === DataView ? value.byteLength : value.length));
    }
    if (main.isBoxed(value)) return keep(Object(value.valueOf()));
    if (!main.isPlain(value)) throw translated(main.unavailable());
    const made = keep({});
    for (const key of keys(value)) put(made, key, adopt(value[key], seen));
    return made;
  };
  const put = (target, key, value) => defineProperty(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  return {
    makePort: () => new MessagePort(main),
    deliver(port, value, ports) {
      const seen = new Map();
      const moved = new Array();
      for (const [from, to] of ports) {
        seen.set(from, to);
        moved.push(to);
      }
      let data;
      try {
        data = adopt(value, seen);
      } catch (error) {
        const { onmessageerror } = port;
        if (typeof onmessageerror === 'function') onmessageerror.call(port, { data: error, target: port, type: 'messageerror', ports: moved });
        return;
      }
      const { onmessage } = port;
      if (typeof onmessage === 'function') onmessage.call(port, { data, target: port, type: 'message', ports: moved });
    },
  };
})`;

function entriesOf(map) {
  const list = [];
  mapForEach(map, (value, key) => arrayPush(list, [key, value]));
  return list;
}

function membersOf(set) {
  const list = [];
  setForEach(set, (member) => arrayPush(list, member));
  return list;
}

// By context.
const realms = new SafeWeakMap();

function functionsIn(context, methods) {
  const known = realms.get(context);
  if (known !== undefined) return known;
  const types = require('util/types');
  const bound = (name) => (port, args) => applyOn(methods[name], port, args);
  const main = {
    __proto__: null,
    close: bound('close'), ref: bound('ref'), unref: bound('unref'), hasRef: bound('hasRef'), postMessage: bound('postMessage'), start: bound('start'),
    kindOf,
    notConstructible: (Kind) => objectAssign(new Kind('Constructor cannot be called'), { code: 'ERR_CONSTRUCT_CALL_INVALID' }),
    // Of a class that the context does not have, such as FileHandle.
    unavailable: () => require('core/errors').codedError('ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE', Error,
                                                         'A message object could not be deserialized successfully in the target vm.Context'),
    isPlain: (value) => kindOf(value) === 'Object' && objectGetPrototypeOf(value) === Object.prototype,
    isBoxed: types.isBoxedPrimitive,
    isDataView: types.isDataView,
    viewName: (view) => view[Symbol.toStringTag],
    hasOwn: objectHasOwn,
    entries: entriesOf,
    members: membersOf,
  };
  const made = evaluate(context.realm, IN_CONTEXT, 'node:messaging/context_port')(main);
  realms.set(context, made);
  return made;
}

// `methods` and `transfer` of messaging/port, whose queue `port` has under the symbol kQueue.
function movePort(port, contextifiedObject, { kQueue, methods, transfer, makeQueue }) {
  const context = contextOf(contextifiedObject);
  const { deliver, makePort } = functionsIn(context, methods);
  const move = (from) => {
    const made = makePort();
    const queue = makeQueue(({ value, ports }) => {
      const moved = new SafeMap();
      for (const inner of each(ports)) moved.set(inner, move(inner));
      deliver(made, value, [...each(moved)]);
    });
    const hidden = { __proto__: null, writable: true, enumerable: false };
    objectDefineProperty(made, kQueue, { __proto__: null, ...hidden, value: queue });
    objectDefineProperty(made, kTransfer, { __proto__: null, ...hidden, value: transfer });
    from[kQueue].transferTo(queue);
    return made;
  };
  return move(port);
}

module.exports = { movePort };
