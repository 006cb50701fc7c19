'use strict';
// Duplex.fromWeb: chunks, events, an error on either side, destruction.
const { Duplex } = require('stream');
const { gap, happened, hook, run, webSink } = require('../web_streams_log.js');

async function main() {
  await run('D.fromWeb', async () => {
    const d = hook(
      Duplex.fromWeb(
        new TransformStream({
          transform(c, k) {
            k.enqueue(String(c).toUpperCase());
          },
        }),
        { encoding: 'utf8' },
      ),
      'D.',
    );
    d.on('data', (x) => happened.push('data ' + x));
    d.write('a');
    d.end('b');
  });
  await run('D.fromWeb destroy', async () => {
    const d = hook(
      Duplex.fromWeb({
        readable: new ReadableStream({
          cancel(e) {
            happened.push('cancel ' + e);
          },
        }),
        writable: webSink(),
      }),
      'D.',
    );
    d.destroy();
  });
  await run('D.fromWeb destroy err', async () => {
    const d = hook(
      Duplex.fromWeb({
        readable: new ReadableStream({
          cancel(e) {
            happened.push('cancel ' + e);
          },
        }),
        writable: webSink(),
      }),
      'D.',
    );
    d.destroy(new Error('why'));
  });
  await run('D.fromWeb rerr', async () => {
    let c;
    const d = hook(
      Duplex.fromWeb({
        readable: new ReadableStream({
          start(x) {
            c = x;
          },
        }),
        writable: webSink(),
      }),
      'D.',
    );
    await gap();
    c.error(new Error('bad'));
  });
  await run('D.fromWeb werr', async () => {
    let c;
    const d = hook(
      Duplex.fromWeb({
        readable: new ReadableStream({
          cancel(e) {
            happened.push('cancel ' + e);
          },
        }),
        writable: webSink({
          start(x) {
            c = x;
          },
        }),
      }),
      'D.',
    );
    await gap();
    c.error(new Error('bad'));
  });
}

main();
