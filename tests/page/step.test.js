'use strict';
// Step mode: everything that was true at a step, and why it came next.

const assert = require('node:assert');
const { test } = require('./harness.js');

/** What the puzzle of traces.js does, callback by callback, and the rule that each stands for. */
const REASONS = [
  ['main script runs', /program begins/],
  ['process.nextTick runs', /ticks run before promise jobs \(1 promise job has to wait\)/],
  ['promise job runs', /last tick is done, so promise jobs are next/],
  ['promise job runs', /queue is run until it is empty, and that includes what a job adds to it, like this one\. Ticks have to wait meanwhile \(1/],
  ['process.nextTick runs', /promise jobs are done, and one of them had called nextTick/],
  ['setTimeout 0 ms runs', /first turn\. It starts with the timers phase/],
  ['process.nextTick runs', /The stack is empty, and ticks run before/],
  ['setTimeout 0 ms runs', /due at the same time the one that was set first/],
  ['fs.stat puzzle.js runs', /timers that were due are done; poll is next.*thread of the pool did the work/],
  ['setImmediate runs', /check phase follows poll/],
  ['setImmediate runs', /Still the check phase: it runs every immediate that was queued when the phase began/],
  ['setTimeout 0 ms runs', /^A turn starts with the timers phase, and this timer is due/],
  ['setImmediate runs', /queued during the check phase, and a phase runs only what it found/],
];

/** The rules that the puzzle leaves out. */
const MODULE_REASONS = [
  ['main script runs', /program begins/],
  ['promise job runs', /body of an ES module is itself a promise job.*promise jobs come before ticks/],
  ['process.nextTick runs', /promise jobs are done, and now the ticks get their turn, which had to wait/],
  ['setTimeout 1 ms runs', /Before its first turn the loop waits for a timer of the main script that is due within a millisecond/],
  ["'close' of a socket runs", /last phase of the turn: the handle was destroyed/],
  ['setTimeout 0 ms runs', /timer that is set in the timers phase waits for the next turn.*late: meanwhile setTimeout 1 ms held the loop/],
  ['setTimeout 8 ms runs', /timers run in the order in which they are due, and this is the next that is\. It is \d+(\.\d+)? ms late: meanwhile setTimeout 1 ms held the loop/],
  ['setInterval 20 ms runs', /Poll had nothing to do but wait until this timer was due/],
  ['setInterval 20 ms runs', /Poll had nothing to do but wait until this timer was due/],
];

async function stepper(stageOf, name, options) {
  const stage = await stageOf(options);
  const page = await stage.open(name);
  await stage.keys('2');
  return { stage, page };
}

for (const [name, reasons] of Object.entries({ small: REASONS, module: MODULE_REASONS })) {
  test(`every callback of the ${name} trace comes with the rule that made it next`, async (stageOf) => {
    const { stage } = await stepper(stageOf, name);
    for (const [index, [title, reason]] of reasons.entries()) {
      if (index > 0) await stage.keys('Shift+ArrowRight');
      assert.strictEqual(await stage.text('#step-title'), title);
      assert.match(await stage.text('#step-why'), reason);
    }
    await stage.keys('Shift+ArrowRight');
    assert.strictEqual(await stage.page.locator('#announcement').textContent(), 'There is no further one.');
  });
}

test('stepping forward shows what was printed so far, stepping back takes it away', async (stageOf) => {
  const { stage } = await stepper(stageOf, 'small');
  const letters = async () => (await stage.text('#step-output-text')).split('\n').map((line) => line[0]).join('');
  let expected = '';
  for (const letter of 'ABCDEFGHIJKLMN') {
    await stage.keys('o');
    expected += letter;
    assert.strictEqual(await letters(), expected);
  }
  await stage.keys('Shift+O', 'Shift+O');
  assert.strictEqual(await letters(), 'ABCDEFGHIJKL');
  await stage.keys('Home');
  assert.match(await stage.text('#step-output-text'), /Nothing was printed so far/);
});

test('the running line is marked, and follows what the callback does', async (stageOf) => {
  const { stage, page } = await stepper(stageOf, 'small');
  const line = () => page.locator('#step-source .running').getAttribute('value');
  assert.strictEqual(await line(), '1');
  const lines = [];
  for (let i = 0; i < 6; i++) {
    await stage.keys('ArrowRight');
    lines.push(await line());
  }
  assert.deepStrictEqual(lines, ['4', '6', '10', '12', '18', '23']);
  await stage.keys('ArrowLeft');
  assert.strictEqual(await line(), '18');
});

test('every queue shows what waits in it at that step', async (stageOf) => {
  const { stage, page } = await stepper(stageOf, 'small');
  const queues = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('#step-queues .queue')].map((box) => [box.querySelector('h3').firstChild.textContent, [...box.querySelectorAll('li')].map((item) => item.innerText.replace(/\s+/g, ' '))])));
  for (let i = 0; i < 11; i++) await stage.keys('ArrowRight');
  assert.strictEqual(await stage.text('#step-title'), 'process.nextTick runs');
  await stage.keys('ArrowLeft');
  assert.match(await stage.text('#step-title'), /prints “B: the last line”/);
  // The last step of the main script: everything it scheduled waits, and what it cleared does not.
  const before = await queues();
  assert.strictEqual(before.ticks.length, 1);
  assert.match(before.ticks[0], /process\.nextTick puzzle\.js:29/);
  assert.match(before['promise jobs'][0], /job · promise job puzzle\.js:23/);
  assert.strictEqual(before.timers.length, 2);
  assert.match(before.timers[0], /late · setTimeout 0 ms puzzle\.js:6 · due in \d+ µs/);
  assert.match(before['check: immediates'][0], /first · setImmediate/);
  assert.match(before['thread pool'][0], /fs\.stat puzzle\.js on pool 1/);
  await stage.keys('ArrowRight');
  assert.deepStrictEqual((await queues()).ticks, []);
});

test('the wheel points to the phase, and lights the queue that runs', async (stageOf) => {
  const { stage, page } = await stepper(stageOf, 'small');
  const title = () => page.locator('#wheel title').textContent();
  assert.match(await title(), /the loop has not begun; main script runs/);
  const seen = [];
  for (let i = 1; i < REASONS.length; i++) {
    await stage.keys('Shift+ArrowRight');
    seen.push((await title()).match(/(has not begun|in (\w+)); (?:a callback of )?(\w+)/).slice(2).join(' ').trim());
  }
  assert.deepStrictEqual(seen, ['ticks', 'promise', 'promise', 'ticks', 'timers timers', 'timers ticks', 'timers timers', 'poll poll', 'check check', 'check check', 'timers timers', 'check check']);
  await stage.looksLike('step');
});

test('the call stack goes on where the callback was scheduled', async (stageOf) => {
  const { stage } = await stepper(stageOf, 'small');
  for (let i = 0; i < 4; i++) await stage.keys('Shift+ArrowRight');
  const stack = (await stage.text('#step-stack')).replace(/\s+/g, ' ');
  assert.match(stack, /puzzle\.js:25 process\.nextTick, scheduled at job puzzle\.js:25 promise job, scheduled at .*puzzle\.js:23/);
});

test('a sleep in poll is a step, and lists what the loop waits for', async (stageOf) => {
  const { stage, page } = await stepper(stageOf, 'server');
  await page.evaluate(() => {
    const { step } = hexloop.views;
    step.go(step.steps.find(0, 1, (kind) => kind === 'wait'));
  });
  assert.strictEqual(await stage.text('#step-title'), 'the loop sleeps');
  assert.match(await stage.text('#step-why'), /The next timer is due in .* so the loop sleeps in poll until then or until something happens/);
  await stage.keys('Shift+ArrowRight');
  assert.match(await stage.text('#step-why'), /The loop slept in poll for .*, and this woke it/);
});

test('the timeline opens step mode at what is selected, and follows it', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('small');
  await page.evaluate(() => hexloop.goTo({ table: 'tasks', row: hexloop.lanes.queues.find((lane) => lane.id === 'poll').spans.row[0] }));
  await stage.keys('s');
  assert.strictEqual(await stage.text('#step-title'), 'fs.stat puzzle.js runs');
  await stage.keys('Shift+ArrowRight', '1');
  assert.match(await stage.text('#selection figcaption'), /first puzzle\.js:18/);
});

test('the reason of a step is in a live region', async (stageOf) => {
  const { page } = await stepper(stageOf, 'small');
  assert.strictEqual(await page.locator('#step-reason').getAttribute('aria-live'), 'polite');
});
