'use strict';
// A million callbacks: what it costs to move through them. Times depend on the machine and on what else it does, so this is no
// part of `./x test`; the figures are printed.

const assert = require('node:assert');
const { join } = require('node:path');
const { test } = require('./harness.js');
const { server } = require('./traces.js');

const FRAME = 16;

function makeMillion(house) {
  const sources = ['simulator.js', 'traces.js', 'harness.js', '../../crates/trace/page/index.html'].map((file) => join(__dirname, file));
  if (!house.has('million', ...sources, process.env.HEXLOOP_PAGE_MAKER)) house.makeRaw('million', 'application/json', JSON.stringify(server(1e6)).replaceAll('<', '\\u003c'));
}

/** Runs in the browser: pans for `frames` frames and gives the time of each of our draws and between frames. */
async function pan([share, frames]) {
  const { window, timeline } = hexloop;
  window.set(window.end * 0.3, window.end * (0.3 + share));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  timeline.drawTimes.length = 0;
  const gaps = [];
  let last = 0;
  await new Promise((done) => {
    let n = 0;
    const frame = (now) => {
      if (last) gaps.push(now - last);
      last = now;
      window.pan(n % 60 < 30 ? 0.011 : -0.011);
      if (++n < frames) requestAnimationFrame(frame);
      else requestAnimationFrame(done);
    };
    requestAnimationFrame(frame);
  });
  const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { draw: average(timeline.drawTimes), frames: timeline.drawTimes.length, interval: average(gaps) };
}

test('a million callbacks open, and a frame of panning takes less than 16 ms on average', async (stageOf, house) => {
  makeMillion(house);
  const stage = await stageOf({ width: 1360, height: 860 });
  const began = performance.now();
  const page = await stage.open('million');
  console.log(`           opened in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  assert.ok((await page.evaluate(() => hexloop.trace.runLength)) >= 1e6);
  const browser = await stage.context.newCDPSession(page);
  // In time of the page's own thread: what other programs take of the processor is not the page's.
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => (await browser.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  // The first frames are slower: the engine compiles what it runs.
  await page.evaluate(pan, [0.5, 60]);
  const times = [];
  for (const share of [1, 0.3, 0.03, 0.003, 0.0003, 0.00003]) {
    const before = await busy();
    const { draw, frames, interval } = await page.evaluate(pan, [share, 90]);
    const whole = ((await busy()) - before) / frames;
    console.log(`           ${String(share * 100).padStart(6)} % in view: draw ${draw.toFixed(1)} ms, frame ${whole.toFixed(1)} ms, a frame every ${interval.toFixed(1)} ms`);
    times.push(whole);
  }
  const average = times.reduce((sum, time) => sum + time, 0) / times.length;
  assert.ok(average < FRAME, `a frame takes ${average.toFixed(1)} ms on average`);
});

test('a million callbacks can be searched, stepped through and counted', async (stageOf, house) => {
  makeMillion(house);
  const stage = await stageOf({ width: 1360, height: 860 });
  const page = await stage.open('million');
  await stage.keys('/');
  await page.keyboard.type('closeIdle');
  await stage.keys('Enter');
  assert.match(await stage.text('#search-count'), /1 of 1/);
  assert.match(await stage.text('#selection h2'), /setTimeout 400 ms/);
  await page.locator('#search').press('Escape');
  await stage.keys('s');
  assert.match(await stage.text('#step-title'), /setTimeout 400 ms runs/);
  await stage.keys('ArrowRight', 'ArrowRight', 'End', '4');
  assert.match(await stage.text('#tiles'), /Callbacks\s+1,000,\d\d\d/);
  await stage.keys('1');
  await stage.looksLike('million');
});
