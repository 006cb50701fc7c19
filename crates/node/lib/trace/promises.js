'use strict';
// Promise jobs: reactions are wrapped when `then` is called, and a rewritten `await` saves the task of its continuation.

const log = require('trace/log');

const { schedule, jobBegan, ended } = log;
const { PROMISE } = log.KINDS;
const { Promise: Engine } = require('engine');

// ---- then, catch, finally, and everything that calls them

function reaction(callback, task) {
  return (value) => {
    jobBegan(PROMISE, task);
    try {
      return callback(value);
    } finally {
      ended();
    }
  };
}

function tracedThen(inner) {
  return {
    then(onFulfilled, onRejected) {
      const first = typeof onFulfilled === 'function';
      const second = typeof onRejected === 'function';
      if ((!first && !second) || !log.isOn()) return inner.call(this, onFulfilled, onRejected);
      const task = schedule(PROMISE, false, first ? onFulfilled : onRejected);
      return inner.call(this, first ? reaction(onFulfilled, task) : onFulfilled, second ? reaction(onRejected, task) : onRejected);
    },
  }.then;
}

// ---- await

// The context, and the task that continues in it.
class Suspension {
  constructor(frame, task) {
    this.frame = frame;
    this.task = task;
  }
}

const operandOf = (value) => (__hexloop_hooks__ === undefined ? __hexloop_awaitable__(value) : __hexloop_hooks__.operand(value));

function suspend(operand) {
  __hexloop_operand__ = operandOf(operand);
  return save();
}

// Usually there is no context, and the id is enough.
function save() {
  if (!log.isOn()) return __hexloop_context__;
  const task = schedule(PROMISE, true, undefined);
  return __hexloop_context__ === null ? task : new Suspension(__hexloop_context__, task);
}

// Returns the context to continue in. Nothing reports when the continuation stops: the next row implies it.
function resume(saved) {
  if (typeof saved === 'number') {
    jobBegan(PROMISE, saved);
    return null;
  }
  if (!(saved instanceof Suspension)) return saved;
  jobBegan(PROMISE, saved.task);
  return saved.frame;
}

// Combined with the program's own hooks.
class CombinedSuspension {
  constructor(ours, theirs) {
    this.ours = ours;
    this.theirs = theirs;
  }
}

function combine(theirs) {
  return {
    pass: theirs.pass,
    suspend: (operand) => new CombinedSuspension(save(), theirs.suspend(operand)),
    resume(saved) {
      if (!(saved instanceof CombinedSuspension)) return theirs.resume(resume(saved));
      resume(saved.ours);
      return theirs.resume(saved.theirs);
    },
  };
}

// ---- installed only during a recording: with --traceable a promise job took 1.4 times as long without one

const engineThen = Engine.prototype.then;
const traced = tracedThen(engineThen);

// Not if a program has replaced it.
function watchThen(isOn) {
  const property = Object.getOwnPropertyDescriptor(Engine.prototype, 'then');
  if (property?.value !== (isOn ? engineThen : traced) || !property.configurable) return;
  Object.defineProperty(Engine.prototype, 'then', { __proto__: null, ...property, value: isOn ? traced : engineThen });
}

function install() {
  watchThen(log.isOn());
  __hexloop_awaits__ = { suspend, resume };
}

module.exports = { install, combine, watchThen };
