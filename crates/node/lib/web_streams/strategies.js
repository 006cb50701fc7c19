'use strict';
// ByteLengthQueuingStrategy and CountQueuingStrategy.

const { codes } = require('core/errors');
const { customInspect, finish, show } = require('web_streams/faces');

function markOf(init) {
  require('core/validate').validateObject(init, 'init');
  const { highWaterMark } = init;
  if (highWaterMark === undefined) throw new codes.ERR_MISSING_OPTION('init.highWaterMark');
  return +highWaterMark;
}

// Every strategy of a kind hands out the same function.
const byteSize = { size(chunk) { return chunk.byteLength; } }.size;
const countSize = { size() { return 1; } }.size;
// They are functions, not methods: nothing to construct, and no prototype.

class ByteLengthQueuingStrategy {
  #highWaterMark;

  constructor(init) {
    this.#highWaterMark = markOf(init);
  }

  get highWaterMark() {
    return this.#highWaterMark;
  }

  get size() {
    this.#highWaterMark;
    return byteSize;
  }

  [customInspect](depth, options) {
    return show(this, { highWaterMark: this.highWaterMark }, depth, options);
  }
}

class CountQueuingStrategy {
  #highWaterMark;

  constructor(init) {
    this.#highWaterMark = markOf(init);
  }

  get highWaterMark() {
    return this.#highWaterMark;
  }

  get size() {
    this.#highWaterMark;
    return countSize;
  }

  [customInspect](depth, options) {
    return show(this, { highWaterMark: this.highWaterMark }, depth, options);
  }
}

finish(ByteLengthQueuingStrategy, ['highWaterMark', 'size']);
finish(CountQueuingStrategy, ['highWaterMark', 'size']);

module.exports = { ByteLengthQueuingStrategy, CountQueuingStrategy };
