'use strict';
// When a Blob's stream delivers its chunks: memory within pull(), with a turn of the loop after each chunk and each part.

// Promise jobs and immediates since the last call.
function counters() {
  let jobs = 0;
  let immediates = 0;
  let isStopped = false;
  const job = () => { if (!isStopped && ++jobs < 60) queueMicrotask(job); };
  const immediate = () => {
    immediates++;
    if (!isStopped) setImmediate(immediate);
  };
  job();
  setImmediate(immediate);
  return { read: () => `jobs ${jobs}, immediates ${immediates}`, stop: () => { isStopped = true; } };
}

async function readAll(name, blob) {
  const reader = blob.stream().getReader();
  const counter = counters();
  for (;;) {
    const { done, value } = await reader.read();
    console.log(`${name}: ${done ? 'end' : `${value.byteLength} bytes`}, ${counter.read()}`);
    if (done) break;
  }
  counter.stop();
  await new Promise(setImmediate);
}

async function main() {
  await readAll('one part', new Blob(['abc']));
  await readAll('two parts', new Blob(['abc', 'def']));
  await readAll('three parts', new Blob(['abc', 'def', 'ghi']));
  await readAll('a large part', new Blob(['x'.repeat(200_000)]));
  await readAll('a slice over two parts', new Blob(['abc', 'def']).slice(1, 5));
  await readAll('a Blob of Blobs', new Blob([new Blob(['ab']), new Blob(['cd', 'ef'])]));
  await readAll('no parts', new Blob([]));

  const byob = new Blob(['abcdef']).stream().getReader({ mode: 'byob' });
  for (;;) {
    const { done, value } = await byob.read(new Uint8Array(4));
    console.log(done, value);
    if (done) break;
  }

  // The chunks are copies.
  const blob = new Blob(['abc']);
  for await (const chunk of blob.stream()) chunk.fill(0);
  console.log(await blob.text());

  // Cancelled before, between and after its chunks.
  for (const reads of [0, 1, 2]) {
    const reader = new Blob(['abc', 'def']).stream().getReader();
    for (let i = 0; i < reads; i++) await reader.read();
    await reader.cancel('enough');
    await new Promise(setImmediate);
    console.log('cancelled after', reads, await reader.read());
  }
}

main();
