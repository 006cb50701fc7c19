'use strict';
// Steps of `for await` over iterators of lib/, in programs with stores.
//
// The engine awaits the promise of a step, and then reads `done` of its result. For any iterator the context is restored by a promise
// job of ours before the continuation (async_context/promises.js: pass). An iterator of ours that has a value at once saves that job:
// it returns a ContextResult, whose `done` restores the context. Only the loop sees it.

const { SafeWeakMap } = require('core/safe/collections');

class ContextResult {
  frame = __hexloop_context__;
  value = undefined;

  constructor(value) {
    this.value = value;
  }

  get done() {
    __hexloop_context__ = this.frame;
    return false;
  }
}

// Iterators, and their { next, step }: `step` does the same as `next`, and returns a ContextResult or next()'s promise.
const iterators = new SafeWeakMap();

// Called for every iterator that is created while stores exist.
function defineStep(iterator, step) {
  iterators.set(iterator, { next: iterator.next, step });
}

// Undefined if it has none, or if a program has replaced its `next`.
function stepOf(iterator, next) {
  const entry = iterators.get(iterator);
  return entry !== undefined && entry.next === next ? entry.step : undefined;
}

module.exports = { ContextResult, defineStep, stepOf };
