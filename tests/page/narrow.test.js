'use strict';
// 400 pixels wide, with a finger.

const assert = require('node:assert');
const { test } = require('./harness.js');

test('at 400 pixels no view is wider than the screen', async (stageOf) => {
  const stage = await stageOf({ width: 400, height: 800, touch: true });
  const page = await stage.open('server');
  for (const key of ['1', '2', '3', '4']) {
    await stage.keys(key);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 400, `view ${key} is ${width} pixels wide`);
  }
  await stage.keys('1');
  await stage.looksLike('narrow');
});

test('at 400 pixels the step buttons and the reason are on the first screen', async (stageOf) => {
  const stage = await stageOf({ width: 400, height: 800, touch: true });
  const page = await stage.open('small');
  await page.locator('#tab-step').tap();
  await page.locator('#step-forward').tap();
  const box = await page.locator('#step-why').boundingBox();
  assert.ok(box.y + box.height < 400);
  assert.match(await stage.text('#step-title'), /prints “A: the main script”/);
  await stage.looksLike('narrow-step');
});

test('two fingers zoom, one moves', async (stageOf) => {
  const stage = await stageOf({ width: 400, height: 800, touch: true });
  const page = await stage.open('server');
  const box = await page.locator('#chart').boundingBox();
  const browser = await stage.context.newCDPSession(page);
  const touch = (type, ...xs) => browser.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x: box.x + x, y: box.y + 100, id })) });
  const span = () => page.evaluate(() => hexloop.window.span);
  const before = await span();
  await touch('touchStart', 100, 200);
  await touch('touchMove', 80, 220);
  await touch('touchMove', 50, 250);
  await touch('touchEnd');
  const zoomed = await span();
  assert.ok(zoomed < before * 0.7, `${zoomed} of ${before}`);
  const from = await page.evaluate(() => hexloop.window.from);
  await touch('touchStart', 200);
  await touch('touchMove', 150);
  await touch('touchMove', 100);
  await touch('touchEnd');
  assert.ok((await page.evaluate(() => hexloop.window.from)) > from);
  assert.ok(Math.abs((await span()) - zoomed) < 1);
});
