'use strict';
// The timeline: lanes, selection, search, zoom, by keys and by hand.

const assert = require('node:assert');
const { test } = require('./harness.js');

const shown = (page) => page.evaluate(() => ({ from: hexloop.window.from, to: hexloop.window.to, span: hexloop.window.span }));
const selectedTitle = (stage) => stage.text('#selection h2');

test('the timeline shows a lane for each phase, queue and thread', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('server');
  const lanes = await page.locator('#lane-names button').allInnerTexts();
  assert.deepStrictEqual(lanes, ['output', 'main script', 'timers', 'pending', 'idle, prepare', 'poll', 'poll wait', 'check', 'close', 'ticks', 'promise jobs', 'sync calls', 'pool 1', 'pool 2', 'pool 3', 'pool 4']);
  await stage.looksLike('timeline');
});

test('lanes are drawn where their events are, also a single one among many', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('server');
  await stage.settled();
  const drawn = await page.evaluate(() => {
    const { timeline, lanes } = hexloop;
    const ratio = devicePixelRatio;
    const { canvas } = timeline;
    const all = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const pixel = (x, y) => all.slice((y * canvas.width + x) * 4, (y * canvas.width + x) * 4 + 4).join();
    return lanes.shown.filter((lane) => lane.spans.length > 0).map((lane) => {
      const box = timeline.boxes.get(lane.id);
      const at = Math.floor(timeline.x(lane.spans.start[0]) * ratio);
      const y = Math.round((box.y + 5) * ratio);
      return [lane.id, [-1, 0, 1, 2].some((by) => pixel(at + by, y) !== pixel(1, y))];
    });
  });
  for (const [lane, seen] of drawn) assert.ok(seen, `the first event of ${lane} is not seen`);
});

test('a selected timer shows how late it was and what held the loop', async (stageOf) => {
  const stage = await stageOf({ theme: 'dark' });
  const page = await stage.open('server');
  await page.evaluate(() => {
    const { trace, window } = hexloop;
    hexloop.goTo({ table: 'tasks', row: trace.rowOf(trace.findings[1].task) });
    window.set(4e7, 1.5e8);
  });
  const card = await stage.text('#selection');
  assert.match(card, /late by\s+\d+(\.\d)? ms/);
  assert.match(card, /Who held the loop meanwhile\s+setImmediate\s*server\.js:16/);
  assert.match(card, /Scheduled by\s+main script/);
  await stage.looksLike('selected');
});

test('pointing at an event shows what it is', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('small');
  const box = await page.locator('#chart').boundingBox();
  const main = await page.evaluate(() => hexloop.timeline.boxes.get('main'));
  await page.mouse.move(box.x + 60, box.y + main.y + 5);
  assert.match(await stage.text('#hover'), /main script\npuzzle\.js:1\nmain script · at 0\.\d+ ms · ran for/);
  await page.mouse.move(box.x + 5, box.y + 2);
  assert.ok(await page.locator('#hover').isHidden());
});

test('a click selects, a drag moves, the wheel zooms around the pointer', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('small');
  const box = await page.locator('#chart').boundingBox();
  const check = await page.evaluate(() => hexloop.timeline.boxes.get('check'));
  const y = box.y + check.y + 8;
  await page.mouse.click(box.x + box.width * 0.7, y);
  assert.strictEqual(await selectedTitle(stage), 'setImmediate');
  const before = await shown(page);
  const under = () => page.evaluate((share) => hexloop.timeline.time(hexloop.timeline.width * share), 0.7);
  const moment = await under();
  await page.mouse.move(box.x + box.width * 0.7, y);
  await page.mouse.wheel(0, -400);
  await stage.settled();
  const zoomed = await shown(page);
  assert.ok(zoomed.span < before.span * 0.7);
  assert.ok(Math.abs((await under()) - moment) < zoomed.span * 0.01);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7 - 100, y, { steps: 4 });
  await page.mouse.up();
  const dragged = await shown(page);
  assert.ok(dragged.from > zoomed.from && Math.abs(dragged.span - zoomed.span) < 1);
});

test('dragging with Shift zooms to what was marked', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('small');
  const box = await page.locator('#chart').boundingBox();
  const before = await shown(page);
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + 100, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 60, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const after = await shown(page);
  assert.ok(Math.abs(after.span / before.span - 100 / box.width) < 0.02);
});

test('it zooms from everything to a microsecond and no further', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('server');
  for (let i = 0; i < 60; i++) await page.keyboard.press('+');
  assert.ok(Math.abs((await shown(page)).span - 1000) < 0.01);
  await stage.settled();
  await page.keyboard.press('0');
  const { from, to } = await shown(page);
  assert.ok(from <= 0 && to >= (await page.evaluate(() => hexloop.trace.end)));
});

test('keys alone lead from lane to lane, from event to event, and to the selection', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('small');
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  for (let i = 0; i < 20 && (await focused()) !== 'timers'; i++) await page.keyboard.press('Tab');
  assert.strictEqual(await focused(), 'timers');
  await stage.keys('Enter');
  assert.strictEqual(await selectedTitle(stage), 'setTimeout 0 ms');
  assert.match(await stage.text('#selection figcaption'), /late puzzle\.js:6/);
  await stage.keys('ArrowRight');
  assert.match(await stage.text('#selection figcaption'), /puzzle\.js:10/);
  assert.match(await page.locator('#announcement').textContent(), /setTimeout 0 ms, puzzle\.js:10, at 1\.2\d+ ms, .* main script at puzzle\.js:1 held the loop/);
  await stage.keys('ArrowLeft');
  assert.match(await stage.text('#selection figcaption'), /late puzzle\.js:6/);
  await stage.keys('ArrowDown');
  assert.strictEqual(await focused(), 'pending');
  await stage.keys('Enter');
  assert.match(await page.locator('#announcement').textContent(), /pending is empty/);
  const before = await shown(page);
  await stage.keys('-');
  assert.ok((await shown(page)).span > before.span);
  await stage.keys('Escape');
  assert.strictEqual(await selectedTitle(stage), 'Nothing selected');
});

test('Home and End go to the beginning and the end, arrows move when no lane has the focus', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('server');
  await stage.keys('+', '+', '+', 'End');
  assert.ok((await shown(page)).to >= (await page.evaluate(() => hexloop.trace.end)));
  const atEnd = await shown(page);
  await stage.keys('ArrowLeft');
  assert.ok((await shown(page)).from < atEnd.from);
  await stage.keys('Home');
  assert.ok((await shown(page)).from <= 0);
});

test('search finds labels, functions, files and kinds, and n and N go through what it found', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('server');
  await stage.keys('/');
  await page.keyboard.type('render');
  await page.waitForFunction(() => /found/.test(document.getElementById('search-count').textContent));
  const found = Number((await stage.text('#search-count')).replace(/\D/g, ''));
  assert.strictEqual(found, await page.evaluate(() => hexloop.lanes.queues.find((lane) => lane.id === 'promises').found.length));
  await stage.keys('Enter');
  assert.match(await stage.text('#search-count'), /^1 of/);
  assert.match(await stage.text('#selection figcaption'), /render server\.js:8/);
  await page.locator('#search').blur();
  await stage.keys('n', 'n', 'N');
  assert.match(await stage.text('#search-count'), /^2 of/);
  const count = async (text) => {
    await page.locator('#search').fill(text);
    await page.locator('#search').press('Enter');
    return page.evaluate(() => hexloop.search.found.length);
  };
  assert.ok((await count('interval')) >= 1);
  const logins = await count('server.js:16');
  assert.ok(logins >= 2);
  // … and what login scheduled, one each.
  assert.strictEqual(await count('login'), 2 * logins);
  assert.strictEqual(await count('readFile respond'), 0);
  assert.ok((await count('fs.readfile onpage')) > 100);
  await page.locator('#search').press('Escape');
  assert.strictEqual(await page.locator('#search').inputValue(), '');
});

test('the minimap moves the window', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('server');
  await stage.keys('+', '+', '+', '+');
  const box = await page.locator('#minimap').boundingBox();
  await page.mouse.click(box.x + box.width * 0.8, box.y + 20);
  const { from, to } = await shown(page);
  const end = await page.evaluate(() => hexloop.trace.end);
  assert.ok(Math.abs((from + to) / 2 / end - 0.8) < 0.02);
});

test('the events in view are also a table', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('small');
  await page.locator('#visible summary').click();
  await page.waitForFunction(() => document.querySelectorAll('#visible-rows tr').length > 0);
  assert.match(await stage.text('#visible-count'), /28 events in view/);
  assert.strictEqual(await page.locator('#visible-rows tr').count(), 28);
  await page.locator('#visible-rows button', { hasText: 'fs.stat puzzle.js' }).first().click();
  assert.strictEqual(await selectedTitle(stage), 'fs.stat puzzle.js');
});
