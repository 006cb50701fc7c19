'use strict';
// fs.openAsBlob: read in chunks, and only while the file is the one that was opened.
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'blob-'));
const file = path.join(folder, 'bytes');
const sizesOf = async (blob) => {
  const sizes = [];
  for await (const chunk of blob.stream()) sizes.push(chunk.length);
  return sizes;
};
const report = (promise) => promise.then((value) => console.log(value), ({ name, message, code }) => console.log(name, message, code));

async function main() {
  fs.writeFileSync(file, Buffer.alloc(300000, 'a'));
  const blob = await fs.openAsBlob(file, { type: 'text/plain' });
  console.log(blob, await sizesOf(blob), await sizesOf(blob.slice(100, 200100)));
  console.log(await sizesOf(new Blob([blob, 'y'.repeat(10), blob.slice(0, 70000)])));
  const reader = blob.stream().getReader({ mode: 'byob' });
  for (const size of [100000, 1000]) console.log((await reader.read(new Uint8Array(size))).value.length);

  for (const copy of [() => structuredClone(blob), () => new MessageChannel().port1.postMessage(blob)]) {
    try {
      copy();
    } catch ({ code, message }) {
      console.log(code, message);
    }
  }

  const halfway = blob.stream().getReader();
  await halfway.read();
  fs.writeFileSync(file, 'short');
  await report(halfway.read());
  for (const way of ['text', 'bytes', 'arrayBuffer']) await report(blob[way]());

  fs.writeFileSync(file, '');
  const empty = await fs.openAsBlob(file);
  console.log(empty.size, [await empty.text()], await sizesOf(empty));
  fs.writeFileSync(file, 'grown');
  await report(empty.text());
  await report(empty.stream().getReader().read());
  fs.rmSync(folder, { recursive: true });
  await report(empty.text());
}

main();
