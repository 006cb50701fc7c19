// Ticks, timers, immediates, microtasks and rejections that are handled late, in their order.
const say = (text) => console.log(text);
process.on('beforeExit', (code) => say('beforeExit ' + code));
process.on('exit', (code) => say('exit ' + code));
process.on('unhandledRejection', (reason) => say('unhandled ' + reason));
process.on('rejectionHandled', () => say('handled late'));
process.nextTick((a, b) => say('tick ' + a + b), 'A', 'B');
process.nextTick((a, b, c, d, e, f) => say('tick ' + a + b + c + d + e + f), 1, 2, 3, 4, 5, 6);
queueMicrotask(() => say('microtask'));
setTimeout(() => say('timeout'), 1);
setTimeout((a, b) => say('timeout ' + a + b), 1, 'A', 'B');
setTimeout((a, b, c, d, e) => say('timeout ' + a + b + c + d + e), 1, 1, 2, 3, 4, 5);
clearTimeout(setTimeout(() => say('never'), 1));
let times = 0;
const interval = setInterval((word) => {
  say(word + ' ' + ++times);
  if (times === 2) clearInterval(interval);
  setImmediate((a, b) => say('immediate ' + a + b), 'A', 'B');
  setImmediate((a, b, c, d, e) => say('immediate ' + a + b + c + d + e), 1, 2, 3, 4, 5);
  process.nextTick(() => say('tick of the interval'));
}, 2, 'interval');
clearImmediate(setImmediate(() => say('never')));
setImmediate(() => say('immediate')).unref().ref();
const late = (async () => { throw 'late'; })();
setTimeout(async () => {
  try {
    await late;
  } catch (reason) {
    say('caught ' + reason);
  }
}, 5);
(async () => {
  await null;
  say('awaited');
  for await (const value of (async function* () { yield 1; yield 2; })()) say('yielded ' + value);
})();
const { setTimeout: wait } = require('timers/promises');
(async () => say('waited ' + await wait(6, 'long')))();
