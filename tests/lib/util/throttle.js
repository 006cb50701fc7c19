'use strict';
// util.throttle: who runs at once, who waits, who is dropped; rate and concurrency; cancel and signals.
const { throttle } = require('util');

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const spin = (ms) => {
  const begin = performance.now();
  while (performance.now() - begin < ms);
};
const failed = (label) => (error) => console.log(label, 'rejected:', error.name, error.code, error.message, error.cause);
const report = (label, promise) => promise.then((value) => console.log(label, value), failed(label));
const state = (it) => `${it.pending instanceof Promise ? 'promise' : it.pending} ${it.pendingCount} waiting, ` +
  `${it.activeCount} active, room: ${it.hasImmediateCapacity()}`;
process.on('unhandledRejection', (error) => console.log('unhandled:', error.message));

function refuses() {
  const run = () => {};
  const bad = [[], [1], [run], [run, 0], [run, 1.5], [run, 2 ** 53], [run, 1], [run, 1, -1], [run, 1, 2 ** 31], [run, 1, '1'],
    [run, 1, 1, null], [run, 1, 1, { concurrency: 0 }], [run, 1, 1, { concurrency: -Infinity }],
    [run, 1, 1, { concurrency: null }], [run, 1, 1, { maxPending: -1 }], [run, 1, 1, { maxPending: NaN }],
    [run, 1, 1, { overflow: null }], [run, 1, 1, { overflow: 'x' }], [run, 1, 1, { strict: 1 }], [run, 1, 1, { signal: 1, strict: 1 }],
    [run, 1, 1, { signal: AbortSignal.abort('gone') }]];
  for (const given of bad) {
    try {
      throttle(...given);
      console.log('accepted', given);
    } catch (error) {
      failed(`(${given.length})`)(error);
    }
  }
}

async function queue() {
  console.log('a queue');
  const throttled = throttle(function (x) {
    console.log('runs', x, this === throttled, state(throttled));
    return x;
  }, 2, 300);
  console.log(throttled, throttled.length, throttled.name, state(throttled));
  const calls = [1, 2, 3, 4, 5].map((x) => throttled(x));
  console.log(state(throttled), throttled.pending === calls[4]);
  calls.forEach((call) => report('result', call));
  await calls[4];
  console.log(state(throttled));
}

async function rate() {
  for (const strict of [false, true]) {
    console.log('when time has passed, strict:', strict);
    const throttled = throttle((x) => console.log('runs', x), 1, 300, { strict });
    throttled(1);
    spin(330);
    console.log(state(throttled));
    throttled(2);
    throttled(3);
    spin(330);
    console.log('a queue that stands is joined:', state(throttled));
    const last = throttled(4);
    console.log(state(throttled));
    await last;
  }
  console.log('no interval, no limit');
  const free = throttle((x) => x, 1, 0);
  await Promise.all([free(1), free(2), free(3)]);
  console.log(state(free));
}

// A fixed window lets two pass at its end and two more at the next one's begin, a rolling one does not.
async function windows() {
  for (const strict of [false, true]) {
    console.log('windows, strict:', strict);
    const begun = [];
    const throttled = throttle(() => begun.push(performance.now()), 2, 1000, { strict });
    throttled();
    await sleep(300);
    await Promise.all([throttled(), throttled(), throttled()]);
    const gaps = begun.slice(1).map((at, i) => (at - begun[i] > 50 ? 'later' : 'at once'));
    console.log(gaps.join(', '));
  }
}

async function overflow() {
  console.log('overflow');
  const dropping = throttle((x) => x, 1, 1e6, { overflow: 'drop' });
  await report('first', dropping(1));
  await report('second', dropping(2));
  dropping(3);
  console.log(state(dropping));
  const short = throttle((x) => x, 1, 300, { maxPending: 1 });
  const calls = [1, 2, 3].map((x) => report('call', short(x)));
  console.log(state(short));
  await Promise.all(calls);
}

async function concurrency() {
  console.log('concurrency');
  const throttled = throttle(async (x) => {
    console.log('starts', x, state(throttled));
    await sleep(10);
    console.log('ends', x);
    return x;
  }, 5, 1, { concurrency: 1 });
  await Promise.all([1, 2, 3].map((x) => throttled(x).then((value) => console.log('result', value, state(throttled)))));
  console.log('of what ends at once');
  const quick = throttle((x) => {
    console.log('runs', x);
    return x;
  }, 5, 1e6, { concurrency: 1 });
  const calls = [1, 2, 3].map((x) => quick(x));
  let chain = Promise.resolve();
  for (let i = 1; i < 5; i++) chain = chain.then(() => console.log('job', i, state(quick)));
  calls.forEach((call) => report('result', call));
  await calls[2];
  await chain;
}

async function endings() {
  console.log('endings');
  const throttled = throttle((x) => x, 1, 1e6);
  const calls = [1, 2, 3].map((x) => report('call', throttled(x)));
  console.log(throttled.cancel('why'), state(throttled));
  await Promise.all(calls);
  report('the limit is forgotten', throttled(4));
  const controller = new AbortController();
  const signalled = throttle((x) => x, 1, 1e6, { signal: controller.signal });
  const two = [1, 2].map((x) => report('signalled', signalled(x)));
  controller.abort('the end');
  console.log(state(signalled));
  await Promise.all([...two, report('after', signalled(3))]);
  const thrower = throttle((x) => { throw new Error(`thrown ${x}`); }, 1, 5);
  await Promise.all([report('one', thrower(1)), report('other', thrower(2))]);
}

async function main() {
  refuses();
  const named = throttle(function three(a, b, c) { return a + b + c; }, 1, 1);
  console.log(Object.getOwnPropertyNames(named).join(), named.name, named.length);
  for (const part of [queue, rate, windows, overflow, concurrency, endings]) await part();
  const idle = throttle((x) => x, 1, 1e6);
  console.log(idle.unref() === idle, idle.ref() === idle, idle.unref() === idle);
  idle(1);
  idle(2).catch(() => {});
}

main();
