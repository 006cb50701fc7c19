'use strict';
// util.debounce: which call runs, what each promise gets, what cancel, flush and a signal do.
const { debounce } = require('util');
const { getEventListeners } = require('events');

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const failed = (label) => (error) => console.log(label, 'rejected:', error.name, error.code, error.message, error.cause);
const report = (label, promise) => promise.then((value) => console.log(label, value), failed(label));
process.on('unhandledRejection', (error) => console.log('unhandled:', error.message));

function refuses() {
  const bad = [[], [1], [() => {}], [() => {}, 'x'], [() => {}, -1], [() => {}, 1.5], [() => {}, 2 ** 31], [() => {}, 1, 1],
    [() => {}, 1, null], [() => {}, 1, []], [() => {}, 1, { leading: 1 }], [() => {}, 1, { rejectOnCancel: null }],
    [() => {}, 1, { signal: null }], [() => {}, 1, { leading: 1, rejectOnCancel: 1, signal: 1 }],
    [() => {}, 1, { signal: AbortSignal.abort('gone') }]];
  for (const given of bad) {
    try {
      debounce(...given);
      console.log('accepted', given);
    } catch (error) {
      failed(`(${given.length})`)(error);
    }
  }
}

async function trailing() {
  console.log('the last call runs, for all');
  const debounced = debounce(function (...given) {
    console.log('runs', this === debounced, given, debounced.pending, debounced.pendingCount);
    return given[0];
  }, 10);
  console.log(debounced, debounced.length, debounced.name);
  const first = debounced.call('this is not used', 1, 2);
  const second = debounced(3, 4);
  console.log(first === second, debounced.pending === second, debounced.pendingCount);
  report('first', first);
  await report('second', second);
  console.log(debounced.pending, debounced.pendingCount, debounced.flush());
  const third = debounced(5);
  console.log('flushed', debounced.flush(), debounced.pending);
  await report('third', third);
  const fourth = debounced(6);
  console.log('cancelled', debounced.cancel(), debounced.pending);
  await report('fourth', fourth);
  const fifth = debounced(7);
  debounced.cancel('a reason');
  await report('fifth', fifth);
}

async function superseded() {
  console.log('superseded calls');
  const strict = debounce((x) => x, 5, { rejectOnCancel: true });
  const first = strict(1);
  const second = strict(2);
  console.log(strict.pendingCount);
  report('first', first);
  await report('second', second);
  strict(3);
  await strict(4);
  console.log('nobody need handle a superseded one');
  const thrower = debounce(() => { throw new Error('of the last'); }, 5);
  thrower();
  thrower();
  await sleep(20);
  strict(5);
  strict.cancel();
  await sleep(1);
}

async function leading() {
  console.log('leading');
  const debounced = debounce(function (x) {
    console.log('runs', x, this === debounced, debounced.pending, debounced.pendingCount);
    return x;
  }, 20, { leading: true });
  const first = debounced(1);
  console.log(debounced.pending, debounced.pendingCount);
  const [second, third] = [debounced(2), debounced(3)];
  console.log(debounced.pendingCount, debounced.pending === third);
  report('first', first);
  report('second', second);
  await report('third', third);
  report('at once again', debounced(4));
  console.log('nothing to flush', debounced.flush());
  report('sixth', debounced(6));
  debounced.cancel();
  console.log('cancel closes the window');
  report('seventh', debounced(7));
  const eighth = debounced(8);
  debounced.flush();
  console.log('so does flush');
  report('ninth', debounced(9));
  await report('eighth', eighth);
}

async function results() {
  console.log('results');
  await report('throws', debounce(() => { throw new Error('no'); }, 1)());
  await report('promise', debounce(async () => 'later', 1)());
  await report('thenable', debounce(() => ({ then(done) { done('thenable'); } }), 1)());
  let depth = 0;
  const again = debounce((x) => {
    if (depth++ < 2) report('inner', again(x + 1));
    return x;
  }, 1);
  await report('outer', again(1));
  await sleep(20);
}

async function signals() {
  console.log('signals');
  const controller = new AbortController();
  const debounced = debounce((x) => x, 5, { signal: controller.signal });
  console.log(getEventListeners(controller.signal, 'abort').length);
  await report('before', debounced(1));
  const waiting = debounced(2);
  controller.abort('the end');
  console.log(debounced.pending, debounced.flush(), debounced.cancel());
  await report('waiting', waiting);
  const [one, other] = await Promise.allSettled([debounced(3), debounced(4)]);
  failed('after')(one.reason);
  console.log('one error for all', one.reason === other.reason);
}

async function turns() {
  console.log('promise jobs');
  const count = (label) => {
    let chain = Promise.resolve();
    for (let i = 1; i < 6; i++) chain = chain.then(() => console.log(label, i));
  };
  const kinds = { value: () => 1, promise: () => Promise.resolve(1), thenable: () => ({ then(done) { done(1); } }) };
  for (const [kind, make] of Object.entries(kinds)) {
    for (const options of [{}, { leading: true }]) {
      const debounced = debounce(() => {
        const made = make();
        count(kind);
        return made;
      }, 1, options);
      await debounced().then(() => console.log('settled'));
      await sleep(3);
    }
  }
}

async function main() {
  refuses();
  const named = debounce(function three(a, b, c) { return a + b + c; }, 1);
  console.log(Object.getOwnPropertyNames(named).join(), named.name, named.length);
  for (const part of [trailing, superseded, leading, results, signals, turns]) await part();
  const idle = debounce(() => console.log('never'), 1e6);
  console.log(idle.unref() === idle, idle.ref() === idle, idle.unref() === idle);
  idle().catch(() => {});
}

main();
