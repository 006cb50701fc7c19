'use strict';
// A pipe waits for its sink, and goes on in the turn in which its queue has space.

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
  for (const k of [0, 1, 2, 3, 4])
    for (const hw of [1, 2]) {
      L.length = 0;
      const rs = new ReadableStream({
          start(c) {
            for (let j = 0; j < 5; j++) c.enqueue('s' + j);
          },
        }),
        ws = new WritableStream(
          {
            async write(c) {
              L.push('w' + c);
              for (let i = 0; i < k; i++) await 0;
              L.push('done' + c);
            },
          },
          { highWaterMark: hw },
        );
      await gap();
      rounds(20);
      rs.pipeTo(ws).then(() => L.push('piped'));
      L.push('sync');
      await gap();
      console.log('ticks', k, 'hwm', hw, L.join(' '));
    }
  {
    L.length = 0;
    const rs = new ReadableStream({
        start(c) {
          for (let j = 0; j < 5; j++) c.enqueue('s' + j);
        },
      }),
      ws = new WritableStream({
        write(c) {
          L.push('w' + c);
          return new Promise((r) =>
            setImmediate(() => {
              rounds(5);
              L.push('resolve');
              r();
            }),
          );
        },
      });
    await gap();
    rs.pipeTo(ws);
    await gap();
    await gap();
    await gap();
    await gap();
    await gap();
    await gap();
    console.log(L.join(' '));
  }
  for (const k of [0, 1, 2]) {
    L.length = 0;
    const rs = ReadableStream.from([1, 2, 3]);
    const t = new TransformStream({
      async transform(c, x) {
        L.push('t' + c);
        for (let i = 0; i < k; i++) await 0;
        x.enqueue(c);
      },
    });
    rounds(20);
    const out = rs.pipeThrough(t).getReader();
    out.read().then(() => L.push('r1'));
    out.read().then(() => L.push('r2'));
    out.read().then(() => L.push('r3'));
    out.read().then(() => L.push('r4'));
    await gap();
    console.log('through', k, L.join(' '));
  }
})();
