'use strict';
// Where the data comes from: text, compressed, live; and what is said when there is none.

const assert = require('node:assert');
const http = require('node:http');
const { test } = require('./harness.js');
const { server } = require('./traces.js');

test('a compressed trace opens like any other', async (stageOf) => {
  const stage = await stageOf();
  await stage.open('packed');
  assert.match(await stage.text('#facts'), /13 callbacks/);
});

test('a trace of another version is refused in words', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('broken', { ready: false });
  await page.waitForSelector('#failure:not([hidden])');
  assert.match(await stage.text('#failure'), /This trace cannot be shown: this page reads version 1 of the trace's format, not 7/);
  // The error is also thrown, for the console.
  assert.strictEqual(stage.complaints.length, 1);
  stage.complaints.length = 0;
});

test('text of the traced program is never read as HTML', async (stageOf, house) => {
  const trace = server(300);
  trace.labels = trace.labels.map((label) => `<img src=x onerror="document.title='broken into'">${label}`);
  trace.files[0].text = trace.files[0].text.replace("'use strict';", '"</script><script>document.title=\'broken into\'</script>";');
  trace.findings = [{ kind: 'blocked', severity: 'high', title: '<b>bold</b>', text: '</p><h1>', advice: '<i>', place: 0, stack: -1, task: 1, others: [], from: 0, to: 1e6, cost: 1e6 }];
  house.make('hostile', trace);
  const stage = await stageOf();
  const page = await stage.open('hostile');
  await stage.keys('2', 'ArrowRight', '3');
  assert.match(await stage.text('.finding h3'), /<b>bold<\/b>/);
  await stage.keys('4');
  assert.doesNotMatch(await page.title(), /broken/);
  assert.strictEqual(await page.locator('img').count(), 0);
});

/** The first message of a live server, and the rest of the trace in pieces. */
function messages(trace, pieces) {
  const { format, version, places, stacks, labels, ...rest } = trace;
  const names = Object.keys(rest).filter((name) => rest[name] && !Array.isArray(rest[name]) && Object.values(rest[name]).every(Array.isArray) && name !== 'program');
  const tables = Object.fromEntries(names.map((name) => [name, rest[name]]));
  const head = Object.fromEntries(Object.entries(rest).filter(([name]) => !names.includes(name)));
  const cut = (from, to) => Object.fromEntries(names.map((name) => [name, Object.fromEntries(Object.entries(tables[name]).map(([column, values]) => [column, values.slice(Math.floor(values.length * from), Math.floor(values.length * to))]))]));
  const list = [{ places, stacks, labels, replace: { ...head, findings: [], program: { ...head.program, duration: 0 } } }];
  for (let i = 0; i < pieces; i++) list.push({ append: cut(i / pieces, (i + 1) / pieces) });
  list.push({ replace: { findings: head.findings, program: head.program } });
  return list;
}

test('a live page grows with the program, follows its end, and says when it has ended', async (stageOf, house) => {
  const trace = server(3000, { slow: true });
  const pieces = messages(trace, 4);
  let next = null;
  let served = 0;
  const live = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (pathname === '/') return response.setHeader('Content-Type', 'text/html').end(house.live);
    assert.strictEqual(searchParams.get('token'), 'secret');
    // 204 makes an EventSource stop reconnecting.
    if (served === pieces.length) return response.writeHead(204).end();
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(pieces[served++])}\n\n`);
    next = () => response.write(`data: ${JSON.stringify(pieces[served++])}\n\n`);
    next.end = () => response.end('retry: 50\n\n');
    return undefined;
  });
  await new Promise((listening) => live.listen(0, '127.0.0.1', listening));
  try {
    const stage = await stageOf();
    stage.allowed = `http://127.0.0.1:${live.address().port}/`;
    const { page } = stage;
    await page.goto(`${stage.allowed}?token=secret`);
    await page.waitForSelector('#status[data-state=live]');
    const rows = () => page.evaluate(() => hexloop.trace.tasks.length);
    await page.waitForFunction(() => hexloop.trace.kinds.length > 0);
    assert.strictEqual(await rows(), 0);
    for (let i = 1; i <= 4; i++) {
      next();
      await page.waitForFunction((least) => hexloop.trace.tasks.length >= least, Math.floor((trace.tasks.id.length * i) / 4));
      const [to, end] = await page.evaluate(() => [hexloop.window.to, hexloop.trace.end]);
      assert.ok(to >= end, 'the window follows the end');
    }
    await page.locator('#search').fill('render');
    await page.waitForFunction(() => /found/.test(document.getElementById('search-count').textContent));
    await page.locator('#search').press('Escape');
    await page.keyboard.press('+');
    assert.strictEqual(await page.locator('#follow').getAttribute('aria-pressed'), 'false');
    next();
    await page.waitForFunction(() => document.getElementById('findings-badge').textContent === '2');
    await stage.keys('2', 'Shift+ArrowRight');
    assert.match(await stage.text('#step-count'), /of [\d,]{4,}/);
    const lanes = await page.evaluate(() => hexloop.lanes.shown.map((lane) => [lane.id, lane.spans.length]));
    const whole = await stageOf();
    await whole.open('server');
    assert.deepStrictEqual(lanes, await whole.page.evaluate(() => hexloop.lanes.shown.map((lane) => [lane.id, lane.spans.length])));
    await whole.context.close();
    // A whole trace in place of everything, as after a lost connection.
    pieces.push({ replace: trace });
    next();
    await page.waitForFunction((rows) => hexloop.trace.tasks.length === rows && hexloop.selected === null, trace.tasks.id.length);
    assert.deepStrictEqual(lanes, await page.evaluate(() => hexloop.lanes.shown.map((lane) => [lane.id, lane.spans.length])));
    next.end();
    await page.waitForSelector('#status[data-state=ended]');
    await stage.context.close();
  } finally {
    live.closeAllConnections();
    live.close();
  }
});
