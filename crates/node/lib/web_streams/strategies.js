'use strict';
// ByteLengthQueuingStrategy and CountQueuingStrategy.

const { codes } = require('core/errors');
const { customInspect, defineInterface, inspectInterface } = require('web_streams/interface');

function highWaterMarkOf(init) {
  require('core/validate').validateObject(init, 'init');
  const { highWaterMark } = init;
  if (highWaterMark === undefined) throw new codes.ERR_MISSING_OPTION('init.highWaterMark');
  return +highWaterMark;
}

// All strategies of a class share the same function.
const byteSize = { size(chunk) { return chunk.byteLength; } }.size;
const countSize = { size() { return 1; } }.size;
// They are functions, not methods: not constructors, and without a prototype.

class ByteLengthQueuingStrategy {
  #highWaterMark;

  constructor(init) {
    this.#highWaterMark = highWaterMarkOf(init);
  }

  get highWaterMark() {
    return this.#highWaterMark;
  }

  get size() {
    this.#highWaterMark;
    return byteSize;
  }

  [customInspect](depth, options) {
    return inspectInterface(this, { highWaterMark: this.highWaterMark }, depth, options);
  }
}

class CountQueuingStrategy {
  #highWaterMark;

  constructor(init) {
    this.#highWaterMark = highWaterMarkOf(init);
  }

  get highWaterMark() {
    return this.#highWaterMark;
  }

  get size() {
    this.#highWaterMark;
    return countSize;
  }

  [customInspect](depth, options) {
    return inspectInterface(this, { highWaterMark: this.highWaterMark }, depth, options);
  }
}

defineInterface(ByteLengthQueuingStrategy, ['highWaterMark', 'size']);
defineInterface(CountQueuingStrategy, ['highWaterMark', 'size']);

module.exports = { ByteLengthQueuingStrategy, CountQueuingStrategy };
