'use strict';
// node:test: what runs, in which order, and with which outcome. The report itself carries times, so it goes nowhere.
const test = require('node:test');
const assert = require('node:assert');
const { describe, it, before, after, beforeEach, afterEach, mock } = test;

const lines = [];
const note = (line) => lines.push(line);
process.stdout.write = ((write) => function (text, ...rest) { return this.mine ? write.call(this, text, ...rest) : true; })(process.stdout.write);

test('subtests run within the call', async (t) => {
  const sub = t.test('sub', () => note('sub runs'));
  note('after the call');
  await sub;
  note(`full name of the context: ${t.fullName}`);
});
test('a callback', (t, done) => setImmediate(() => { note('called back'); done(); }));
test('subtests that nobody awaits are waited for', (t) => {
  t.test('slow', async () => { await new Promise((resolve) => setTimeout(resolve, 5)); note('slow'); });
  t.test('next', () => note('next'));
});
test('hooks of a context', async (t) => {
  t.before(() => note('t.before'));
  t.after(() => note('t.after'));
  t.beforeEach(() => note('t.beforeEach'));
  t.afterEach(() => note('t.afterEach'));
  await t.test('one', () => note('one'));
  await t.test('two', () => note('two'));
});
describe('a suite', () => {
  before(() => note('before'));
  after(() => note('after'));
  beforeEach(() => note('beforeEach'));
  afterEach(() => note('afterEach'));
  it('first', () => note('first'));
  it.skip('skipped', () => note('never'));
  describe('nested', () => { it('deep', (t) => note(t.fullName)); });
});
test('a plan', (t) => {
  t.plan(2);
  t.assert.ok(true);
  t.assert.strictEqual(1, 1);
});
test('mocks', (t) => {
  const add = mock.fn((a, b) => a + b);
  note(add(1, 2));
  const { calls } = add.mock;
  note(JSON.stringify([calls.length, calls[0].arguments, calls[0].result, add.mock.callCount()]));
  add.mock.mockImplementationOnce(() => 'once');
  note(add(1, 1));
  note(add(1, 1));
  const object = { name: 'x', greet() { return `hi ${this.name}`; } };
  t.mock.method(object, 'greet', function () { return `bye ${this.name}`; });
  note(object.greet());
  t.mock.restoreAll();
  note(object.greet());
});
test('mocked time', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1000 });
  setTimeout(() => note(`timeout at ${Date.now()}`), 50);
  const interval = setInterval(() => note(`interval at ${Date.now()}`), 20);
  t.mock.timers.tick(45);
  t.mock.timers.tick(5);
  clearInterval(interval);
  t.mock.timers.tick(100);
  note(new Date().toISOString());
});
for (const bad of [['a', { timeout: 'x' }], ['a', { timeout: -1 }], ['a', { concurrency: 'x' }], ['a', { signal: 1 }]]) {
  assert.throws(() => test(...bad), (error) => { note(`${error.code} ${error.message}`); return true; });
}
for (const bad of [() => mock.fn(1), () => mock.method({}, 'missing'), () => mock.timers.tick(1), () => mock.timers.enable({ apis: ['zz'] })]) {
  assert.throws(bad, (error) => { note(`${error.code} ${error.message}`); return true; });
}
test('fails', { todo: true }, () => { throw new Error('later'); });

process.on('exit', (code) => {
  process.stdout.mine = true;
  process.stdout.write(`${lines.join('\n')}\nexit ${code}\n`);
});
