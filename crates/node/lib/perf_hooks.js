'use strict';
// node:perf_hooks: the clock. Marks, measures, observers and loop delay are issue 6.

const { monotonic } = binding('process');

// The wall clock's time when the process began.
const timeOrigin = Date.now() - monotonic() / 1e6;

class Performance {
  now() {
    return monotonic() / 1e6;
  }

  get timeOrigin() {
    return timeOrigin;
  }

  toJSON() {
    return { timeOrigin, now: this.now() };
  }

  get [Symbol.toStringTag]() {
    return 'Performance';
  }
}

module.exports = { Performance, performance: new Performance() };
