'use strict';
// ReadableStream.from, tee and pipeTo, turn by turn.

// A turn of the loop or more, in which everything settles.
const gap = async (turns = 3) => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};
const L = [];
const mk = (n) => ({
  [Symbol.iterator]() {
    let i = 0;
    return {
      next() {
        L.push('next' + i);
        return { value: i++, done: i > n };
      },
      return() {
        L.push('return');
        return {};
      },
    };
  },
});
const mka = (n) => ({
  [Symbol.asyncIterator]() {
    let i = 0;
    return {
      next() {
        L.push('next' + i);
        return { value: i++, done: i > n };
      },
      return() {
        L.push('return');
        return {};
      },
    };
  },
});
const mkp = (n) => ({
  [Symbol.asyncIterator]() {
    let i = 0;
    return {
      next() {
        L.push('next' + i);
        return Promise.resolve({ value: i++, done: i > n });
      },
      return() {
        L.push('return');
        return Promise.resolve({});
      },
    };
  },
});
const rounds = async (n) => {
  for (let i = 0; i < n; i++) {
    await 0;
    L.push('.');
  }
};

(async () => {
  for (const [name, f] of Object.entries({ mk, mka, mkp })) {
    L.length = 0;
    const rd = ReadableStream.from(f(4)).getReader();
    await gap();
    let p = rounds(8);
    L.push('read1');
    rd.read().then((v) => L.push('r' + v.value));
    L.push('sync');
    await gap();
    console.log(name, 'one', L.join(' '));
    L.length = 0;
    p = rounds(8);
    L.push('read2');
    rd.read().then((v) => L.push('r' + v.value));
    L.push('sync');
    rd.read().then((v) => L.push('r' + v.value));
    L.push('sync');
    await gap();
    console.log(name, 'two', L.join(' '));
    L.length = 0;
    p = rounds(8);
    rd.read().then((v) => L.push('r' + v.value));
    rd.read().then((v) => L.push('r' + v.value));
    rd.read().then((v) => L.push('r' + v.value));
    await gap();
    console.log(name, 'three', L.join(' '));
    L.length = 0;
    const r4 = ReadableStream.from(f(4)).getReader();
    p = rounds(8);
    r4.read().then((v) => L.push('r' + v.value));
    r4.read().then((v) => L.push('r' + v.value));
    await gap();
    console.log(name, 'start', L.join(' '));
    L.length = 0;
    p = rounds(8);
    r4.cancel().then((v) => L.push('cancelled'));
    await gap();
    console.log(name, 'cancel', L.join(' '));
  }
  L.length = 0;
  const t = new ReadableStream({
    start(c) {
      c.enqueue(1);
      c.enqueue(2);
      c.close();
    },
  }).tee();
  rounds(8);
  for await (const x of t[0]) L.push('t' + x);
  L.push('end');
  console.log(L.join(' '));
  L.length = 0;
  const t2 = new ReadableStream({
    pull(c) {
      L.push('pull');
      c.enqueue(1);
    },
  }).tee();
  const ta = t2[0].getReader(),
    tb = t2[1].getReader();
  rounds(8);
  ta.read().then(() => L.push('a'));
  tb.read().then(() => L.push('b'));
  ta.cancel().then(() => L.push('ac'));
  tb.cancel().then(() => L.push('bc'));
  await gap();
  console.log(L.join(' '));
  L.length = 0;
  let te;
  const t3 = new ReadableStream({
    start(c) {
      te = c;
    },
  }).tee();
  const tc = t3[0].getReader();
  rounds(8);
  tc.read().catch(() => L.push('rerr'));
  tc.closed.catch(() => L.push('cerr'));
  te.error(1);
  await gap();
  console.log(L.join(' '));
  // pipes
  for (const n of [1, 4])
    for (const pre of [0, 3]) {
      L.length = 0;
      let i = 0;
      const rs = new ReadableStream({
        start(c) {
          for (let j = 0; j < pre; j++) c.enqueue('s' + j);
        },
        pull(c) {
          L.push('p' + i);
          c.enqueue(i);
          if (++i == 3) c.close();
        },
      });
      const ws = new WritableStream(
        {
          write(c) {
            L.push('w' + c);
          },
          close() {
            L.push('close');
          },
        },
        { highWaterMark: n },
      );
      await gap();
      L.length = 0;
      rounds(22);
      L.push('call');
      rs.pipeTo(ws).then(() => L.push('piped'));
      L.push('sync');
      await gap();
      console.log('pipe', n, pre, L.join(' '));
    }
  {
    L.length = 0;
    let c;
    const rs = new ReadableStream(
      {
        start(x) {
          c = x;
        },
        pull() {
          L.push('pull');
        },
      },
      { highWaterMark: 0 },
    );
    const ws = new WritableStream({
      write(c) {
        L.push('w' + c);
      },
      close() {
        L.push('close');
      },
    });
    await gap();
    L.length = 0;
    rs.pipeTo(ws).then(() => L.push('piped'));
    await gap();
    rounds(15);
    c.enqueue(1);
    L.push('enq');
    c.enqueue(2);
    c.enqueue(3);
    L.push('sync');
    await gap();
    console.log('pipe push', L.join(' '));
    L.length = 0;
    rounds(10);
    c.close();
    L.push('sync');
    await gap();
    console.log('pipe close', L.join(' '));
  }
  {
    L.length = 0;
    let c;
    const rs = new ReadableStream({
      start(x) {
        c = x;
      },
    });
    const ws = new WritableStream({
      write(c) {
        L.push('w' + c);
      },
      abort(e) {
        L.push('abort');
      },
    });
    rs.pipeTo(ws).catch(() => L.push('piped err'));
    await gap();
    rounds(10);
    c.error(1);
    L.push('sync');
    await gap();
    console.log('pipe err', L.join(' '));
  }
  {
    L.length = 0;
    let c;
    const rs = new ReadableStream({
      cancel() {
        L.push('cancel');
      },
    });
    const ws = new WritableStream({
      start(x) {
        c = x;
      },
      write(c) {
        L.push('w' + c);
      },
      abort(e) {
        L.push('abort');
      },
    });
    rs.pipeTo(ws).catch(() => L.push('piped err'));
    await gap();
    rounds(10);
    c.error(1);
    L.push('sync');
    await gap();
    console.log('pipe dest err', L.join(' '));
  }
  {
    L.length = 0;
    const ac = new AbortController();
    const rs = new ReadableStream({
      cancel() {
        L.push('cancel');
      },
    });
    const ws = new WritableStream({
      write(c) {
        L.push('w' + c);
      },
      abort(e) {
        L.push('abort');
      },
    });
    rs.pipeTo(ws, { signal: ac.signal }).catch(() => L.push('piped err'));
    await gap();
    rounds(10);
    ac.abort();
    L.push('sync');
    await gap();
    console.log('pipe signal', L.join(' '));
  }
})();
