'use strict';
// Blob and File: parts, slices, streams, addresses.

const { resolveObjectURL } = require('buffer');
const fs = require('fs');
const os = require('os');
const path = require('path');

async function attempt(label, action) {
  try {
    console.log(label, '=>', await action());
  } catch (error) {
    console.log(label, '=> throws', error.name, error.code, error.message);
  }
}

(async () => {
  for (const parts of [1, 'abc', null, undefined, {}, [Symbol('s')], new Set(['a', 'b'])]) {
    await attempt('parts', () => new Blob(parts));
  }
  for (const options of [1, null, { endings: 'x' }, { type: 'A/B' }, { type: 'a\u00ff' }, { type: 1 }]) {
    await attempt('options', () => new Blob([], options));
  }
  const mixed = new Blob([1, {}, null, 'é', new Uint8Array(2), new ArrayBuffer(1), new DataView(new ArrayBuffer(2)), new Blob(['xy'])]);
  await attempt('mixed', async () => [mixed.size, await mixed.text()]);
  await attempt('native', async () => JSON.stringify(await new Blob(['a\r\nb\rc\nd'], { endings: 'native' }).text()));
  const letters = new Blob(['abc', 'def'], { type: 'q' });
  for (const [start, end] of [[], [2], [4, 2], [-2], [NaN, 3], [1, -1], [2, 4]]) {
    await attempt(`slice ${start} ${end}`, () => letters.slice(start, end, 'T/x').text());
  }
  await attempt('type', () => [letters.type, letters.slice().type, letters.slice(0, 1, 'T/x').type]);
  await attempt('bytes', () => letters.bytes());
  await attempt('arrayBuffer', () => letters.arrayBuffer());
  await attempt('stream', async () => {
    const sizes = [];
    for await (const chunk of new Blob(['a'.repeat(100_000), 'b']).stream()) sizes.push(chunk.length);
    return sizes;
  });
  await attempt('byob', () => letters.stream().getReader({ mode: 'byob' }).read(new Uint8Array(4)));
  await attempt('textStream', () => Array.fromAsync(letters.textStream()));
  for (const method of ['slice', 'text', 'stream', 'arrayBuffer']) {
    await attempt(`${method} of none`, () => Blob.prototype[method].call({}));
  }

  await attempt('File', () => new File());
  await attempt('File', () => new File([]));
  await attempt('File', () => new File(['x'], 'n', { type: 'T/y', lastModified: 5 }));
  for (const lastModified of [5, 'z', 1.9, new Date(7), null]) {
    await attempt('lastModified', () => new File([], 'x', { lastModified }).lastModified);
  }

  const url = URL.createObjectURL(letters);
  console.log(url.replace(/[0-9a-f-]{36}/, 'ID'), resolveObjectURL(url), resolveObjectURL('x'));
  URL.revokeObjectURL(url);
  console.log(resolveObjectURL(url));
  await attempt('createObjectURL', () => URL.createObjectURL(1));
  await attempt('revokeObjectURL', () => URL.revokeObjectURL());

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'blob-'));
  const file = path.join(folder, 'f.txt');
  fs.writeFileSync(file, 'hello');
  const stored = await fs.openAsBlob(file, { type: 'T/z' });
  await attempt('openAsBlob', async () => [stored.type, stored.size, await stored.text(), await stored.slice(1, 3).text()]);
  fs.writeFileSync(file, 'hello world');
  await attempt('changed', () => stored.text());
  await attempt('openAsBlob', () => fs.openAsBlob(1));
  await attempt('openAsBlob', () => fs.openAsBlob(file, 1));
  await attempt('openAsBlob', () => fs.openAsBlob(file, { type: 1 }));
  fs.rmSync(folder, { recursive: true });
})();
