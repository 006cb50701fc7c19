'use strict';
// For everybody: the tree that a screen reader sees, contrast, focus, colours, help.

const assert = require('node:assert');
const { test } = require('./harness.js');

const VIEWS = ['timeline', 'step', 'findings', 'numbers'];

test('landmarks, headings, tabs and panels are in the accessibility tree', async (stageOf) => {
  const stage = await stageOf();
  await stage.open('small');
  for (const [index, view] of VIEWS.entries()) {
    await stage.keys(String(index + 1));
    await stage.readsLike(view, 'body');
  }
});

test('tabs work as tabs do: arrows move and select, one is in the order of Tab', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('small');
  await page.locator('#tab-timeline').focus();
  await stage.keys('ArrowRight');
  assert.strictEqual(await page.evaluate(() => document.activeElement.id), 'tab-step');
  assert.ok(await page.locator('#step').isVisible());
  await stage.keys('End');
  assert.ok(await page.locator('#numbers').isVisible());
  assert.deepStrictEqual(await page.locator('[role=tab][tabindex="0"]').allInnerTexts(), ['Numbers']);
});

for (const theme of ['light', 'dark']) {
  test(`all text has the contrast of WCAG AA in ${theme} colours`, async (stageOf) => {
    const stage = await stageOf({ theme, width: 1200 });
    const page = await stage.open('server');
    await page.evaluate(() => hexloop.goTo({ table: 'tasks', row: hexloop.trace.rowOf(hexloop.trace.findings[1].task) }));
    for (const key of ['1', '2', '3', '4']) {
      await stage.keys(key);
      assert.deepStrictEqual(await page.evaluate(poorContrast), [], `view ${key}`);
    }
    await stage.keys('?');
    assert.deepStrictEqual(await page.evaluate(poorContrast), [], 'help');
  });
}

/** Runs in the browser: text with too little contrast to its background. */
function poorContrast() {
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });
  const light = ({ r, g, b }) => {
    const part = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (element) => {
    const layers = [];
    for (let up = element; up; up = up.parentElement) layers.push(parse(getComputedStyle(up).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
  };
  const poor = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest('script, style, noscript, svg, .visually-hidden, .skip') || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    let opacity = 1;
    for (let up = element; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
    const background = behind(element);
    const ink = parse(style.color);
    const [a, b] = [light(over({ ...ink, a: ink.a * opacity }, background)), light(background)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) poor.add(`${element.className || element.tagName}: "${walker.currentNode.data.trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
  }
  return [...poor];
}

test('names inside lanes have contrast, too', async (stageOf) => {
  for (const theme of ['light', 'dark']) {
    const stage = await stageOf({ theme });
    const page = await stage.open('small');
    const poor = await page.evaluate(() => {
      const { palette } = hexloop.timeline.painter;
      const light = (hex) => {
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ink = light(palette['on-lane']);
      // Nothing is written into the waits: they are drawn half transparent.
      return [...palette.lanes].filter(([id]) => id !== 'wait').map(([id, { fill }]) => [id, (Math.max(ink, light(fill)) + 0.05) / (Math.min(ink, light(fill)) + 0.05)]).filter(([, ratio]) => ratio < 4.5);
    });
    assert.deepStrictEqual(poor, []);
    await stage.context.close();
  }
});

test('the colours can be changed, and the system decides until they are', async (stageOf) => {
  const stage = await stageOf({ theme: 'dark' });
  const page = await stage.open('small');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await paper();
  await stage.keys('t');
  assert.notStrictEqual(await paper(), dark);
  assert.strictEqual(await page.locator('#theme').getAttribute('aria-label'), 'Use dark colours');
  await page.emulateMedia({ colorScheme: 'light' });
  await stage.keys('t');
  assert.strictEqual(await paper(), dark);
});

test('? lists all keys, Esc closes the list', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('small');
  await stage.keys('?');
  assert.match(await stage.text('#help'), /n N\s+next, previous of what was found/);
  await stage.keys('Escape');
  assert.ok(await page.locator('#help').isHidden());
});

test('what has the focus is seen to have it', async (stageOf) => {
  const stage = await stageOf();
  const page = await stage.open('small');
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return 'body';
      const box = element.closest('#search-box') ?? element;
      const style = getComputedStyle(box);
      return style.outlineStyle !== 'none' || box !== element ? 'seen' : element.outerHTML.slice(0, 80);
    });
    assert.ok(['seen', 'body'].includes(outline), outline);
  }
});
