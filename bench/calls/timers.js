'use strict';
const timers = require('timers/promises');

const nothing = () => {};
const standing = setTimeout(nothing, 1e9);
standing.unref();
const durations = [1000, 2000, 500, 1000, 100, 3000, 1000, 250];

exports.calls = {
  'setTimeout and clearTimeout': () => clearTimeout(setTimeout(nothing, 1000)),
  'setTimeout of different durations and clearTimeout': (turn) => clearTimeout(setTimeout(nothing, durations[turn & 7])),
  'setTimeout with 2 arguments and clearTimeout': (turn) => clearTimeout(setTimeout(nothing, 1000, turn, 2)),
  'setInterval and clearInterval': () => clearInterval(setInterval(nothing, 1000)),
  'setImmediate and clearImmediate': () => clearImmediate(setImmediate(nothing)),
  '100 setTimeout and clearTimeout': () => {
    const made = [];
    for (let count = 0; count < 100; count++) made.push(setTimeout(nothing, 1000));
    for (const timer of made) clearTimeout(timer);
    return made;
  },
  'timer.unref and ref': () => {
    standing.ref();
    return standing.unref();
  },
  'timer.refresh': () => standing.refresh(),
  'timer.hasRef': () => standing.hasRef(),
};

const repeated = (count, schedule) => new Promise((resolve) => {
  let left = count;
  const step = () => {
    if (--left === 0) resolve();
  };
  for (let index = 0; index < count; index++) schedule(step);
});

exports.operations = {
  setImmediate: () => new Promise((resolve) => setImmediate(resolve)),
  '100 setImmediate at once': () => repeated(100, setImmediate),
  'setTimeout of 0 ms': () => new Promise((resolve) => setTimeout(resolve, 0)),
  '100 setTimeout of 1 ms at once': () => repeated(100, (step) => setTimeout(step, 1)),
  queueMicrotask: () => new Promise((resolve) => queueMicrotask(resolve)),
  '100 queueMicrotask at once': () => repeated(100, queueMicrotask),
  'timers/promises setImmediate': () => timers.setImmediate(),
  'timers/promises setTimeout of 1 ms': () => timers.setTimeout(1),
  'timers/promises setInterval, 3 times': async () => {
    let count = 0;
    for await (const value of timers.setInterval(1, 1)) {
      count += value;
      if (count === 3) break;
    }
    return count;
  },
  'scheduler.yield': () => timers.scheduler.yield(),
};
