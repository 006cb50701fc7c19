'use strict';
// PerformanceEntry, and the entries that Node itself creates (function, gc, http, net, dns).

const { objectDefineProperty, symbolFor } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');

const kInspect = symbolFor('nodejs.util.inspect.custom');
// Permits the constructor.
const kMake = Symbol('kMake');

// `Class { ...fields }`, with the depth reduced by one.
function inspectAs(object, fields, depth, options, inspect) {
  if (depth < 0) return options.stylize(`[${object.constructor.name}]`, 'special');
  const deeper = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${object.constructor.name} ${inspect(fields, deeper)}`;
}

class PerformanceEntry {
  #name;
  #entryType;
  #startTime;
  #duration;

  constructor(key = undefined, name, entryType, startTime, duration) {
    if (key !== kMake) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#entryType = entryType;
    this.#startTime = startTime;
    this.#duration = duration;
  }

  get name() {
    check(#name in Object(this));
    return this.#name;
  }

  get entryType() {
    check(#name in Object(this));
    return this.#entryType;
  }

  get startTime() {
    check(#name in Object(this));
    return this.#startTime;
  }

  get duration() {
    check(#name in Object(this));
    return this.#duration;
  }

  toJSON() {
    check(#name in Object(this));
    return { name: this.#name, entryType: this.#entryType, startTime: this.#startTime, duration: this.#duration };
  }

  [kInspect](depth, options, inspect) {
    return inspectAs(this, this.toJSON(), depth, options, inspect);
  }
}

function check(isOne) {
  if (!isOne) throw new codes.ERR_INVALID_THIS('PerformanceEntry');
}

function makeEnumerable(prototype, names) {
  for (const name of each(names)) objectDefineProperty(prototype, name, { __proto__: null, enumerable: true });
}
makeEnumerable(PerformanceEntry.prototype, ['name', 'entryType', 'startTime', 'duration', 'toJSON']);

class PerformanceNodeEntry extends PerformanceEntry {
  #detail;

  constructor(name, entryType, startTime, duration, detail) {
    super(kMake, name, entryType, startTime, duration);
    this.#detail = detail;
  }

  get detail() {
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.#detail };
  }
}

module.exports = { PerformanceEntry, PerformanceNodeEntry, kInspect, kMake, makeEnumerable, inspectAs };
