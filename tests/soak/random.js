'use strict';
// Random numbers that a seed determines: below(n), chance(1 in n), pick(list), and a generator for each part of a run.

function mix(number) {
  number = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  number = Math.imul(number ^ (number >>> 13), 0xc2b2ae35);
  return (number ^ (number >>> 16)) >>> 0;
}

class Random {
  constructor(seed) { this.state = mix(seed); }

  // An integer from 0 to below - 1.
  below(below) {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    return Math.floor(mix(this.state) / 2 ** 32 * below);
  }

  oneIn(count) { return this.below(count) === 0; }

  pick(list) { return list[this.below(list.length)]; }

  // The seed of a part: what another part draws does not change it.
  static seedOf(seed, part) { return mix(mix(seed) + Math.imul(part + 1, 0x9e3779b9)); }
}

module.exports = { Random };
