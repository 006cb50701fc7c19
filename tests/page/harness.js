'use strict';
// What the tests of the page share: a real Chromium, pages with traces in them, pictures and accessibility trees compared with
// references. Any error in the browser's console fails the test during which it came.

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const cache = process.env.HEXLOOP_PAGE_CACHE;
const { chromium } = require(require.resolve('playwright-core', { paths: [cache] }));
const references = join(__dirname, 'references');
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--force-color-profile=srgb', '--font-render-hinting=none'];

const tests = [];

/** Registers a test: a name, and a function of a `Stage`. */
function test(name, run) {
  tests.push({ name, run });
}

/** One page in one browser context. */
class Stage {
  constructor(house, context, page) {
    Object.assign(this, { house, context, page });
    this.complaints = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => /^(file|data|blob):/.test(request.url()) || request.url().startsWith(this.allowed ?? '-') || this.complaints.push(`asked for ${request.url()}`));
  }

  async open(name, { ready = true } = {}) {
    await this.page.goto(`file://${this.house.file(name)}`);
    if (ready) await this.page.waitForSelector('body[data-ready]', { timeout: 120_000 });
    return this.page;
  }

  async keys(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  text(selector) {
    return this.page.locator(selector).innerText();
  }

  /** Two frames: whatever was asked for has been drawn. */
  settled() {
    return this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  async looksLike(name) {
    await this.settled();
    await this.house.compare(name, await this.page.screenshot());
  }

  /** Compares the accessibility tree, as text, with its reference. */
  async readsLike(name, selector) {
    const tree = await this.page.locator(selector).ariaSnapshot();
    const file = join(references, `${name}.tree.txt`);
    if (this.house.record) return writeFileSync(file, `${tree}\n`);
    return assert.strictEqual(`${tree}\n`, readFileSync(file, 'utf8'), `the accessibility tree is not that of ${name}.tree.txt`);
  }
}

class House {
  constructor(record) {
    this.record = record;
    this.live = execFileSync(process.env.HEXLOOP_PAGE_MAKER, { encoding: 'utf8' });
  }

  file(name) {
    return join(cache, `${name}.html`);
  }

  /** A page with a trace, by way of the program that also checks the trace against the model. */
  make(name, trace) {
    const json = join(cache, `${name}.json`);
    writeFileSync(json, JSON.stringify(trace));
    writeFileSync(this.file(name), execFileSync(process.env.HEXLOOP_PAGE_MAKER, [json], { maxBuffer: 1e9 }));
  }

  /** A page with any text as its data. */
  makeRaw(name, type, data) {
    writeFileSync(this.file(name), this.live.replace(/<script id="trace"[^>]*><\/script>/, () => `<script id="trace" type="${type}">${data}</script>`));
  }

  /** True if the file is newer than what makes it, so that a million callbacks are simulated once. */
  has(name, ...sources) {
    const made = existsSync(this.file(name)) ? statSync(this.file(name)).mtimeMs : 0;
    return sources.every((source) => statSync(source).mtimeMs < made);
  }

  async stage({ width = 1000, height = 660, theme = 'light', touch = false } = {}) {
    const context = await this.browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce', hasTouch: touch });
    return new Stage(this, context, await context.newPage());
  }

  /**
   * Compares a picture with its reference, tolerantly. References are kept at half their size; both are shrunk to a quarter, which
   * blurs the hinting of glyphs, and up to 3 % of what is left may differ. Other fonts pass, a lane that is missing does not.
   */
  async compare(name, png) {
    const file = join(references, `${name}.png`);
    const stage = await this.stage();
    const url = (bytes) => `data:image/png;base64,${bytes.toString('base64')}`;
    if (this.record) {
      const half = await stage.page.evaluate(halved, url(png));
      writeFileSync(file, Buffer.from(half, 'base64'));
      return stage.context.close();
    }
    writeFileSync(join(cache, `${name}.png`), png);
    const share = await stage.page.evaluate(differingShare, [url(png), url(readFileSync(file))]);
    await stage.context.close();
    return assert.ok(share < 0.03, `${(share * 100).toFixed(1)} % differ from references/${name}.png; this run's is ${join(cache, `${name}.png`)}`);
  }

  async run(part) {
    mkdirSync(references, { recursive: true });
    this.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
    let failed = 0;
    const chosen = tests.filter(({ name }) => name.includes(part));
    for (const { name, run } of chosen) {
      let stage = null;
      try {
        await run(async (options) => (stage = await this.stage(options)), this);
        if (stage) assert.deepStrictEqual(stage.complaints, []);
        console.log(`ok         ${name}`);
      } catch (error) {
        failed++;
        console.log(`FAILED     ${name}\n${String(error.stack).replace(/^/gm, '           ')}`);
      }
      await stage?.context.close();
    }
    await this.browser.close();
    console.log(`${chosen.length} tests: ${failed} failed`);
    return failed === 0 && chosen.length > 0;
  }
}

/** Runs in the browser: a picture at half its size, as base64. */
async function halved(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(image.width / 2), Math.round(image.height / 2)];
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').split(',')[1];
}

/** Runs in the browser: the share of pixels in which a picture differs from its reference of half the size. */
async function differingShare(urls) {
  const [now, reference] = await Promise.all(
    urls.map(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image;
    }),
  );
  if (Math.abs(now.width / 2 - reference.width) > 1 || Math.abs(now.height / 2 - reference.height) > 1) return 1;
  const [width, height] = [reference.width >> 1, reference.height >> 1];
  const shrink = (image) => {
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const [a, b] = [shrink(now), shrink(reference)];
  let differing = 0;
  for (let i = 0; i < a.length; i += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(a[i + channel] - b[i + channel]) > 32)) differing++;
  }
  return differing / (width * height);
}

module.exports = { House, test };
