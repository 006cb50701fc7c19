'use strict';
// In which turn of the microtask queue each step of a stream comes: a dot is a turn.

// A turn of the loop or more, in which everything settles.
const gap = async (turns = 3) => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};
const log = [];
const L = (s) => log.push(s);
async function ticks(label, n = 14) {
  for (let i = 0; i < n; i++) {
    await null;
    L(label + i);
  }
}
const tests = {
  async cancelStart() {
    const ts = new TransformStream();
    const w = ts.writable.getWriter();
    w.abort(new Error('a')).then(
      () => L('abort ok'),
      (e) => L('abort ' + e.message),
    );
    w.closed.catch((e) => L('closed ' + e.message));
    ts.readable.cancel(new Error('c')).then(
      () => L('cancel ok'),
      (e) => L('cancel ' + e.message),
    );
  },
  async read() {
    const rs = new ReadableStream({
      start(c) {
        c.enqueue(1);
        c.enqueue(2);
        c.close();
      },
    });
    const r = rs.getReader();
    r.read().then((v) => L('r1'));
    r.read().then((v) => L('r2'));
    r.read().then((v) => L('r3'));
    r.closed.then(() => L('closed'));
  },
  async pull() {
    let n = 0;
    const rs = new ReadableStream({
      start() {
        L('start');
      },
      pull(c) {
        L('pull' + n);
        if (n++ > 3) c.close();
        else c.enqueue(n);
      },
    });
    const r = rs.getReader();
    r.read().then((v) => L('r1'));
    r.read().then((v) => L('r2'));
    r.read().then((v) => L('r3'));
  },
  async iter() {
    const rs = new ReadableStream({
      start(c) {
        c.enqueue(1);
        c.enqueue(2);
        c.close();
      },
    });
    for await (const x of rs) L('it' + x);
    L('itend');
  },
  async iter2() {
    const rs = new ReadableStream({
      start(c) {
        c.enqueue(1);
        c.enqueue(2);
        c.close();
      },
    });
    const it = rs.values();
    it.next().then(() => L('n1'));
    it.next().then(() => L('n2'));
    it.return(1).then(() => L('ret'));
  },
  async startPromise() {
    const rs = new ReadableStream({
      start() {
        return Promise.resolve();
      },
      pull(c) {
        L('pull');
      },
    });
  },
  async startAsync() {
    const rs = new ReadableStream(
      {
        async start() {},
        async pull(c) {
          L('pull');
          c.enqueue(1);
        },
      },
      { highWaterMark: 3 },
    );
  },
  async startThen() {
    const rs = new ReadableStream({
      start() {
        return {
          then(f) {
            L('then');
            f();
          },
        };
      },
      pull(c) {
        L('pull');
      },
    });
  },
  async write() {
    const ws = new WritableStream({
      start() {
        L('start');
      },
      write(c) {
        L('w' + c);
      },
      close() {
        L('close');
      },
    });
    const w = ws.getWriter();
    w.ready.then(() => L('ready'));
    w.write(1).then(() => L('w1 done'));
    w.write(2).then(() => L('w2 done'));
    w.ready.then(() => L('ready2'));
    w.close().then(() => L('close done'));
    w.closed.then(() => L('closed'));
  },
  async writeAsync() {
    const ws = new WritableStream({
      async write(c) {
        L('w' + c);
      },
    });
    const w = ws.getWriter();
    w.write(1).then(() => L('w1 done'));
    w.write(2).then(() => L('w2 done'));
    w.abort('x').then(() => L('aborted'));
    w.closed.catch(() => L('closed rej'));
    w.ready.catch(() => L('ready rej'));
  },
  async transform() {
    const ts = new TransformStream({
      transform(c, k) {
        L('t' + c);
        k.enqueue(c);
      },
      flush() {
        L('flush');
      },
    });
    const w = ts.writable.getWriter(),
      r = ts.readable.getReader();
    w.write(1).then(() => L('w1'));
    w.write(2).then(() => L('w2'));
    w.close().then(() => L('closed'));
    r.read().then(() => L('r1'));
    r.read().then(() => L('r2'));
    r.read().then(() => L('r3'));
  },
  async pipe() {
    const rs = new ReadableStream({
      start(c) {
        c.enqueue(1);
        c.enqueue(2);
        c.enqueue(3);
        c.close();
      },
    });
    const ws = new WritableStream({
      write(c) {
        L('w' + c);
      },
      close() {
        L('close');
      },
    });
    rs.pipeTo(ws).then(() => L('piped'));
  },
  async pipe2() {
    let n = 0;
    const rs = new ReadableStream({
      pull(c) {
        L('p' + n);
        c.enqueue(n);
        if (n++ == 2) c.close();
      },
    });
    const ws = new WritableStream(
      {
        write(c) {
          L('w' + c);
        },
        close() {
          L('close');
        },
      },
      { highWaterMark: 3 },
    );
    rs.pipeTo(ws).then(() => L('piped'));
  },
  async pipeThrough() {
    const rs = ReadableStream.from([1, 2, 3]);
    const out = rs.pipeThrough(
      new TransformStream({
        transform(c, k) {
          L('t' + c);
          k.enqueue(c * 2);
        },
      }),
    );
    for await (const x of out) L('o' + x);
    L('end');
  },
  async tee() {
    const rs = new ReadableStream({
      start(c) {
        c.enqueue(1);
        c.enqueue(2);
        c.close();
      },
    });
    const [a, b] = rs.tee();
    const ra = a.getReader(),
      rb = b.getReader();
    ra.read().then(() => L('a1'));
    rb.read().then(() => L('b1'));
    ra.read().then(() => L('a2'));
    rb.read().then(() => L('b2'));
    ra.read().then(() => L('a3'));
    ra.closed.then(() => L('aclosed'));
  },
  async from() {
    const rs = ReadableStream.from(
      (async function* () {
        L('g1');
        yield 1;
        L('g2');
        yield 2;
        L('g3');
      })(),
    );
    for await (const x of rs) L('f' + x);
    L('fend');
  },
  async fromSync() {
    const r = ReadableStream.from([1, 2]).getReader();
    r.read().then(() => L('r1'));
    r.read().then(() => L('r2'));
    r.read().then(() => L('r3'));
  },
  async cancel() {
    const rs = new ReadableStream({
      cancel() {
        L('cancel');
      },
    });
    rs.cancel().then(() => L('cancelled'));
  },
  async bytes() {
    const rs = new ReadableStream({
      type: 'bytes',
      start(c) {
        c.enqueue(new Uint8Array(3));
      },
      pull(c) {
        L('pull');
        const q = c.byobRequest;
        if (q) {
          q.respond(1);
        } else c.enqueue(new Uint8Array(1));
      },
    });
    const r = rs.getReader({ mode: 'byob' });
    r.read(new Uint8Array(2)).then(() => L('r1'));
    r.read(new Uint8Array(2)).then(() => L('r2'));
    r.read(new Uint8Array(2)).then(() => L('r3'));
  },
  async enc() {
    const t = new TextEncoderStream();
    const w = t.writable.getWriter();
    const r = t.readable.getReader();
    w.write('a').then(() => L('w'));
    r.read().then((v) => L('r' + v.value));
    w.close().then(() => L('c'));
    r.read().then((v) => L('r2'));
  },
  async error() {
    let c;
    const rs = new ReadableStream({
      start(x) {
        c = x;
      },
    });
    const r = rs.getReader();
    r.read().catch(() => L('r'));
    r.closed.catch(() => L('cl'));
    c.error(1);
  },
  async release() {
    const rs = new ReadableStream();
    const r = rs.getReader();
    r.read().catch(() => L('r'));
    r.closed.catch(() => L('cl'));
    r.releaseLock();
  },
};
(async () => {
  for (const [k, f] of Object.entries(tests)) {
    log.length = 0;
    ticks('.', 30);
    f().catch((e) => L('ERR ' + e));
    await gap();
    let out = '';
    for (const l of log) out += /^\.\d+$/.test(l) ? '.' : ' ' + l + ' ';
    console.log(k + ': ' + out.replace(/\.+$/, ''));
  }
})();
process.on('unhandledRejection', () => {});
