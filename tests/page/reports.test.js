'use strict';
// Findings and numbers.

const assert = require('node:assert');
const { test } = require('./harness.js');

test('findings come with their picture, the line to change and advice', async (stageOf) => {
  const stage = await stageOf({ height: 900 });
  const page = await stage.open('server');
  await stage.keys('3');
  assert.strictEqual(await page.locator('.finding').count(), 2);
  const first = page.locator('.finding').first();
  assert.match(await first.innerText(), /HIGH\s+login held the loop/i);
  assert.match(await first.locator('.running').innerText(), /pbkdf2Sync\(request\.password/);
  assert.match(await first.locator('.advice').innerText(), /What to do: Use crypto\.pbkdf2/);
  assert.match(await first.locator('canvas').getAttribute('aria-label'), /check/);
  await stage.looksLike('findings');
  await first.getByRole('button', { name: 'Show in the timeline' }).click();
  assert.strictEqual(await page.locator('#tab-timeline').getAttribute('aria-selected'), 'true');
  assert.match(await stage.text('#selection figcaption'), /login server\.js:16/);
});

test('a program without findings has a list of what was looked for', async (stageOf) => {
  const stage = await stageOf();
  await stage.open('small');
  await stage.keys('3');
  const text = await stage.text('#findings-list');
  assert.match(text, /Nothing found/);
  assert.match(text, /callbacks that held the loop for more than 50 ms/);
  assert.match(text, /handles that were never closed/);
});

test('the numbers add up to the recording', async (stageOf) => {
  const stage = await stageOf({ height: 1500 });
  const page = await stage.open('server');
  await stage.keys('4');
  const tiles = await page.locator('.tile').allInnerTexts();
  const recorded = await page.evaluate(() => Math.round(hexloop.trace.program.duration / 1e6));
  assert.strictEqual(tiles[0].replace(/\s+/g, ' '), `Recorded ${recorded} ms`);
  assert.match(tiles[2], /Callbacks\s+3,00\d/);
  const shares = await page.evaluate(() => [...document.querySelectorAll('#phase-bar i')].reduce((sum, part) => sum + Number(part.style.flexGrow), 0));
  assert.ok(Math.abs(shares - 1) < 0.02, `the parts are ${shares} of the whole`);
  const counted = await page.evaluate(() => [...document.querySelectorAll('.histogram table')][0].innerText.match(/\d+$/gm).reduce((sum, n) => sum + Number(n), 0));
  assert.ok(counted > 100);
  await stage.looksLike('numbers');
});

test('the busiest lines are sorted by any column', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('server');
  await stage.keys('4');
  const first = () => page.locator('#lines-rows tr').first().innerText();
  assert.match(await first(), /^login/);
  await page.getByRole('button', { name: 'Runs', exact: true }).click();
  assert.match(await first(), /^onRequest/);
  assert.strictEqual(await page.locator('#lines-head th').nth(2).getAttribute('aria-sort'), 'descending');
  await stage.keys('Enter');
  assert.strictEqual(await page.locator('#lines-head th').nth(2).getAttribute('aria-sort'), 'ascending');
});

test('the flame graph folds loops of callbacks, zooms in and back, by cause and by stack', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('server');
  await stage.keys('4');
  const names = () => page.locator('.flame button').allInnerTexts();
  assert.deepStrictEqual((await names()).slice(0, 4), ['everything', 'main script', 'onRequest', 'login']);
  await page.locator('.flame button', { hasText: 'onRequest' }).first().click();
  assert.strictEqual(await page.locator('.flame .above').count(), 2);
  await page.locator('.flame .above').first().click();
  assert.strictEqual(await page.locator('.flame .above').count(), 0);
  await page.getByRole('button', { name: 'By stack' }).click();
  assert.deepStrictEqual(await names(), ['all samples', 'login']);
});
