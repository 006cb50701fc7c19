'use strict';
// A pipe between streams that have started or not, with small and large queues.

// A turn of the loop or more, in which everything settles.
const gap = async (turns = 3) => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};
const L = [];
const rounds = async (n) => {
  for (let i = 0; i < n; i++) {
    await 0;
    L.push('.');
  }
};
(async () => {
  for (const a of [0, 1])
    for (const b of [0, 1])
      for (const hw of [1, 2, 5])
        for (const n of [1, 3]) {
          L.length = 0;
          const mr = () =>
              new ReadableStream({
                start(c) {
                  for (let j = 0; j < n; j++) c.enqueue('s' + j);
                },
              }),
            mw = () =>
              new WritableStream(
                {
                  write(c) {
                    L.push('w' + c);
                  },
                },
                { highWaterMark: hw },
              );
          let rs, ws;
          if (a) {
            rs = mr();
          }
          if (b) ws = mw();
          await gap();
          rs ??= mr();
          ws ??= mw();
          rounds(8);
          rs.pipeTo(ws).then(() => L.push('piped'));
          L.push('sync');
          await gap();
          console.log('pipe started', a, b, 'hwm', hw, n, L.join(' '));
        }
  L.length = 0;
  const bs = new ReadableStream({
    type: 'bytes',
    start(c) {
      c.enqueue(new Uint8Array(1));
      c.enqueue(new Uint8Array(2));
      c.enqueue(new Uint8Array(3));
    },
  });
  const w2 = new WritableStream(
    {
      write(c) {
        L.push('w' + c.length);
      },
    },
    { highWaterMark: 4 },
  );
  await gap();
  rounds(8);
  bs.pipeTo(w2);
  L.push('sync');
  await gap();
  console.log('bytes', L.join(' '));
  console.log(
    await new ReadableStream({
      start(c) {
        c.enqueue(1);
      },
    })
      .values()
      .next(),
    await new ReadableStream({
      start(c) {
        c.close();
      },
    })
      .values()
      .next(),
    await new ReadableStream({
      start(c) {
        c.enqueue(1);
      },
    })
      .values()
      .return(5),
  );
  console.log(
    await new ReadableStream({
      start(c) {
        c.close();
      },
    })
      .getReader()
      .read(),
    await new ReadableStream({
      type: 'bytes',
      start(c) {
        c.enqueue(new Uint8Array(2));
      },
    })
      .getReader({ mode: 'byob' })
      .read(new Uint8Array(2)),
  );
  // slow first promise from sync iterator
  const slow = ReadableStream.from([new Promise((r) => setImmediate(r, 'slow')), 2, 3]);
  for await (const x of slow) L.push(x);
  console.log(L.slice(-3));
})();
