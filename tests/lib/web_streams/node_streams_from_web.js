'use strict';
// Readable.fromWeb and Writable.fromWeb: chunks, events, errors, destruction.
const { Readable, Writable } = require('stream');
const { gap, happened, hook, run, webSink } = require('../web_streams_log.js');

async function main() {
  await run('R.fromWeb', async () => {
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          pull(c) {
            happened.push('pull');
            c.enqueue('a');
            c.close();
          },
        }),
      ),
      'R.',
    );
    r.on('data', (d) => happened.push('data ' + typeof d + d));
  });
  await run('R.fromWeb obj', async () => {
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          pull(c) {
            c.enqueue({ a: 1 });
            c.close();
          },
        }),
        { objectMode: true },
      ),
      'R.',
    );
    r.on('data', (d) => happened.push('data ' + JSON.stringify(d)));
  });
  await run('R.fromWeb err', async () => {
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          pull(c) {
            c.error(new Error('bad'));
          },
        }),
      ),
      'R.',
    );
    r.on('data', (d) => happened.push('data ' + d));
  });
  await run('R.fromWeb errstart', async () => {
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          start(c) {
            c.error(new Error('bad'));
          },
        }),
      ),
      'R.',
    );
  });
  await run('R.fromWeb destroy', async () => {
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          cancel(x) {
            happened.push('cancel ' + x);
          },
        }),
      ),
      'R.',
    );
    r.destroy();
  });
  await run('R.fromWeb destroy err', async () => {
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          cancel(x) {
            happened.push('cancel ' + x);
          },
        }),
      ),
      'R.',
    );
    r.destroy(new Error('why'));
  });
  await run('R.fromWeb cancel throws', async () => {
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          cancel(x) {
            throw new Error('c');
          },
        }),
      ),
      'R.',
    );
    r.destroy(new Error('why'));
  });
  await run('R.fromWeb signal', async () => {
    const ac = new AbortController();
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          cancel(x) {
            happened.push('cancel ' + x);
          },
        }),
        { signal: ac.signal },
      ),
      'R.',
    );
    ac.abort();
  });
  await run('R.fromWeb bad chunk', async () => {
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          pull(c) {
            c.enqueue(1);
          },
        }),
      ),
      'R.',
    );
    r.resume();
  });
  await run('W.fromWeb', async () => {
    const w = hook(Writable.fromWeb(webSink()), 'W.');
    w.write('a', () => happened.push('cb'));
    w.write(Buffer.from('b'));
    w.end('c', () => happened.push('endcb'));
  });
  await run('W.fromWeb dec', async () => {
    const w = hook(Writable.fromWeb(webSink(), { decodeStrings: false }), 'W.');
    w.write('a');
    w.end();
  });
  await run('W.fromWeb cork', async () => {
    const w = hook(Writable.fromWeb(webSink()), 'W.');
    w.cork();
    w.write('a');
    w.write('b');
    w.write('c');
    w.uncork();
    w.end();
  });
  await run('W.fromWeb err', async () => {
    const w = hook(
      Writable.fromWeb(
        webSink({
          write() {
            throw new Error('bad');
          },
        }),
      ),
      'W.',
    );
    w.write('a', (e) => happened.push('cb ' + e));
  });
  await run('W.fromWeb err2', async () => {
    let c;
    const w = hook(
      Writable.fromWeb(
        webSink({
          start(x) {
            c = x;
          },
        }),
      ),
      'W.',
    );
    await gap();
    c.error(new Error('bad'));
  });
  await run('W.fromWeb destroy', async () => {
    const w = hook(Writable.fromWeb(webSink()), 'W.');
    w.destroy();
  });
  await run('W.fromWeb destroy err', async () => {
    const w = hook(Writable.fromWeb(webSink()), 'W.');
    w.destroy(new Error('why'));
  });
  await run('W.fromWeb close err', async () => {
    const w = hook(
      Writable.fromWeb(
        webSink({
          close() {
            throw new Error('bad');
          },
        }),
      ),
      'W.',
    );
    w.end('a');
  });
}

main();
