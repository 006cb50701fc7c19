'use strict';
// Conversions between web streams and the streams of node:stream: arguments, events, errors.

// A turn of the loop or more, in which everything settles.
const gap = async (turns = 3) => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};
const { Readable, Writable, Duplex, PassThrough, Transform } = require('stream');
function t(label, f) {
  try {
    const r = f();
    if (r && typeof r.then === 'function')
      r.then(
        (v) => console.log(label, '=> resolved', v),
        (e) => console.log(label, '=> rejected', e.name, e.code, e.message),
      );
    else console.log(label, '=>', r);
  } catch (e) {
    console.log(label, '=> throws', e.name, e.code, e.message);
  }
}
t('R.toWeb 1', () => Readable.toWeb(1));
t('R.toWeb {}', () => Readable.toWeb({}));
t('R.toWeb w', () => Readable.toWeb(new Writable()));
t('R.toWeb opts 1', () => Readable.toWeb(new Readable({ read() {} }), 1));
t('R.toWeb strategy 1', () => Readable.toWeb(new Readable({ read() {} }), { strategy: 1 }));
t('R.toWeb type', () => Readable.toWeb(new Readable({ read() {} }), { type: 'x' }));
t('R.toWeb bytes', () => Readable.toWeb(new Readable({ read() {} }), { type: 'bytes' }));
t('R.toWeb bytes obj', () => Readable.toWeb(new Readable({ objectMode: true, read() {} }), { type: 'bytes' }));
t('R.toWeb destroyed', () => {
  const r = new Readable({ read() {} });
  r.destroy();
  return Readable.toWeb(r);
});
t('R.toWeb', () => Readable.toWeb(new Readable({ read() {} })));
t('W.toWeb 1', () => Writable.toWeb(1));
t('W.toWeb r', () => Writable.toWeb(new Readable()));
t('W.toWeb {}', () => Writable.toWeb({}));
t('W.toWeb destroyed', () => {
  const r = new Writable();
  r.destroy();
  return Writable.toWeb(r);
});
t('W.toWeb', () => Writable.toWeb(new Writable()));
t('D.toWeb 1', () => Duplex.toWeb(1));
t('D.toWeb {}', () => Duplex.toWeb({}));
t('D.toWeb r', () => Duplex.toWeb(new Readable()));
t('D.toWeb opts', () => Duplex.toWeb(new PassThrough(), 1));
t('D.toWeb opts type', () => Duplex.toWeb(new PassThrough(), { readableType: 'x' }));
t('D.toWeb bytes', () => Duplex.toWeb(new PassThrough(), { readableType: 'bytes' }));
t('D.toWeb type', () => Duplex.toWeb(new PassThrough(), { type: 'bytes' }));
t('D.toWeb', () => Duplex.toWeb(new PassThrough()));
t('D.toWeb nw', () => Duplex.toWeb(new Duplex({ writable: false, read() {} })));
t('D.toWeb nr', () => Duplex.toWeb(new Duplex({ readable: false, write() {} })));
t('D.toWeb destr', () => {
  const d = new PassThrough();
  d.destroy();
  return Duplex.toWeb(d);
});
t('R.fromWeb 1', () => Readable.fromWeb(1));
t('R.fromWeb opt', () => Readable.fromWeb(new ReadableStream(), 1));
t('R.fromWeb opt', () => Readable.fromWeb(new ReadableStream(), { encoding: 'x' }));
t('R.fromWeb opt', () => Readable.fromWeb(new ReadableStream(), { objectMode: 1 }));
t('R.fromWeb locked', () => {
  const r = new ReadableStream();
  r.getReader();
  Readable.fromWeb(r);
});
t('R.fromWeb', () => {
  const r = Readable.fromWeb(new ReadableStream());
  return [r.constructor.name, r.readableObjectMode, r.readableHighWaterMark];
});
t('W.fromWeb 1', () => Writable.fromWeb(1));
t('W.fromWeb o', () => Writable.fromWeb(new WritableStream(), 1));
t('W.fromWeb ob', () => Writable.fromWeb(new WritableStream(), { objectMode: 1 }));
t('W.fromWeb dec', () => Writable.fromWeb(new WritableStream(), { decodeStrings: 1 }));
t('W.fromWeb', () => {
  const r = Writable.fromWeb(new WritableStream());
  return [r.constructor.name, r.writableObjectMode, r.writableHighWaterMark];
});
t('D.fromWeb 1', () => Duplex.fromWeb(1));
t('D.fromWeb {}', () => Duplex.fromWeb({}));
t('D.fromWeb {r}', () => Duplex.fromWeb({ readable: new ReadableStream() }));
t('D.fromWeb opt', () => Duplex.fromWeb(new TransformStream(), 1));
t('D.fromWeb opt', () => Duplex.fromWeb(new TransformStream(), { objectMode: 1 }));
t('D.fromWeb', () => {
  const r = Duplex.fromWeb(new TransformStream());
  return [r.constructor.name, r.writableObjectMode, r.writableHighWaterMark];
});

(async () => {
  await gap();
  const L = [];
  const run = async (name, f) => {
    L.length = 0;
    try {
      await f();
    } catch (e) {
      L.push('THREW ' + e.name + ' ' + e.code + ' ' + e.message);
    }
    await gap(8);
    console.log(name, ':', L.join(' | '));
  };
  const hook = (s, n = '') => {
    for (const e of ['data', 'end', 'error', 'close', 'finish', 'readable', 'pause', 'resume', 'drain'])
      if (e !== 'data' && e !== 'readable')
        s.on(e, (x) => L.push(n + e + (x ? ' ' + (x.code || '') + ' ' + x.message : '')));
    return s;
  };
  const src = (o) =>
    hook(
      new Readable({
        read() {
          L.push('read');
        },
        ...o,
      }),
      'R.',
    );
  await run('toWeb data', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    r.push('a');
    r.push('b');
    r.push(null);
    for await (const c of w) L.push(c.constructor.name + ' ' + Buffer.from(c));
  });
  await run('toWeb obj', async () => {
    const r = src({ objectMode: true });
    const w = Readable.toWeb(r);
    r.push('a');
    r.push({ b: 1 });
    r.push(null);
    for await (const c of w) L.push(JSON.stringify(c));
  });
  await run('toWeb enc', async () => {
    const r = src();
    r.setEncoding('utf8');
    const w = Readable.toWeb(r);
    r.push('a');
    r.push(null);
    for await (const c of w) L.push(typeof c + c);
  });
  await run('toWeb bytes', async () => {
    const r = src();
    const w = Readable.toWeb(r, { type: 'bytes' });
    r.push('abc');
    r.push(null);
    const rd = w.getReader({ mode: 'byob' });
    const x = await rd.read(new Uint8Array(2));
    L.push(x.value.length + ' ' + x.done);
    const y = await rd.read(new Uint8Array(2));
    L.push(y.value.length + ' ' + y.done);
  });
  await run('toWeb destroy err', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    const rd = w.getReader();
    rd.closed.catch((e) => L.push('closed ' + e.message));
    r.destroy(new Error('boom'));
    await rd.read();
  });
  await run('toWeb destroy', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    const rd = w.getReader();
    rd.closed.catch((e) => L.push('closed ' + e.name + e.code + e.message));
    r.destroy();
    await rd.read();
  });
  await run('toWeb cancel', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    await w.cancel();
    L.push('destroyed ' + r.destroyed);
  });
  await run('toWeb cancel err', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    await w.cancel(new Error('why'));
    L.push('destroyed ' + r.destroyed);
  });
  await run('toWeb bp', async () => {
    const r = src({ highWaterMark: 2 });
    const w = Readable.toWeb(r);
    for (let i = 0; i < 6; i++) r.push('x');
    await gap();
    L.push(r.readableLength, r.isPaused(), r.readableFlowing);
    const rd = w.getReader();
    for (let i = 0; i < 3; i++) {
      await rd.read();
      L.push('got', r.isPaused());
    }
  });
  await run('toWeb strategy', async () => {
    const r = src();
    const w = Readable.toWeb(r, { strategy: new CountQueuingStrategy({ highWaterMark: 1 }) });
    for (let i = 0; i < 3; i++) r.push('x');
    await gap();
    L.push(r.readableLength, r.isPaused());
  });
  await run('toWeb no strat', async () => {
    for (const o of [{}, { objectMode: true }, { highWaterMark: 5 }]) {
      let c;
      const w = Readable.toWeb(new Readable({ read() {}, ...o }));
      const s = Object.getOwnPropertySymbols(w)
        .map((k) => w[k])
        .find((x) => x && x.controller);
      L.push(String(s && s.controller.desiredSize));
    }
  });
  const sink = (o) =>
    hook(
      new Writable({
        write(c, e, cb) {
          L.push('write ' + typeof c + ' ' + c + ' ' + e);
          cb();
        },
        ...o,
      }),
      'W.',
    );
  await run('W.toWeb', async () => {
    const w = sink();
    const ws = Writable.toWeb(w);
    const wr = ws.getWriter();
    L.push('ds' + wr.desiredSize);
    await wr.write('a');
    L.push('1');
    await wr.write(Buffer.from('b'));
    await wr.write(new Uint8Array([65]));
    await wr.close();
    L.push('closed ' + w.destroyed);
  });
  await run('W.toWeb obj', async () => {
    const w = sink({ objectMode: true });
    const ws = Writable.toWeb(w);
    const wr = ws.getWriter();
    L.push('ds' + wr.desiredSize);
    await wr.write(1);
    await wr.write(new Uint8Array([65]));
    await wr.close();
    L.push('closed');
  });
  await run('W.toWeb bad', async () => {
    const w = sink();
    const wr = Writable.toWeb(w).getWriter();
    wr.closed.catch((e) => L.push('closed ' + e.code));
    await wr.write(1);
  });
  await run('W.toWeb slow', async () => {
    const w = hook(
      new Writable({
        highWaterMark: 1,
        write(c, e, cb) {
          L.push('write ' + c);
          setImmediate(cb);
        },
      }),
      'W.',
    );
    const wr = Writable.toWeb(w).getWriter();
    wr.write('a').then(() => L.push('a done'));
    wr.write('b').then(() => L.push('b done'));
    wr.close().then(() => L.push('close done'));
  });
  await run('W.toWeb abort', async () => {
    const w = sink();
    const ws = Writable.toWeb(w);
    await ws.abort(new Error('why'));
    L.push('aborted ' + w.destroyed);
  });
  await run('W.toWeb abort none', async () => {
    const w = sink();
    const ws = Writable.toWeb(w);
    await ws.abort();
    L.push('aborted ' + w.destroyed);
  });
  await run('W.toWeb destroy', async () => {
    const w = sink();
    const wr = Writable.toWeb(w).getWriter();
    wr.closed.then(
      () => L.push('closed ok'),
      (e) => L.push('closed ' + e.name + e.code + e.message),
    );
    w.destroy();
  });
  await run('W.toWeb destroy err', async () => {
    const w = sink();
    const wr = Writable.toWeb(w).getWriter();
    wr.closed.then(
      () => L.push('closed ok'),
      (e) => L.push('closed ' + e.name + e.code + e.message),
    );
    w.destroy(new Error('boom'));
  });
  await run('W.toWeb end', async () => {
    const w = sink();
    const wr = Writable.toWeb(w).getWriter();
    wr.closed.then(
      () => L.push('closed ok'),
      (e) => L.push('closed ' + e.name + e.code + e.message),
    );
    w.end();
  });
  await run('W.toWeb write err', async () => {
    const w = hook(
      new Writable({
        write(c, e, cb) {
          cb(new Error('bad'));
        },
      }),
      'W.',
    );
    const wr = Writable.toWeb(w).getWriter();
    wr.closed.catch((e) => L.push('closed ' + e.message));
    await wr.write('a');
  });
  await run('R.fromWeb', async () => {
    const r = hook(
      Readable.fromWeb(
        new ReadableStream({
          pull(c) {
            L.push('pull');
            c.enqueue('a');
            c.close();
          },
        }),
      ),
      'R.',
    );
    r.on('data', (d) => L.push('data ' + typeof d + d));
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
    r.on('data', (d) => L.push('data ' + JSON.stringify(d)));
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
    r.on('data', (d) => L.push('data ' + d));
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
            L.push('cancel ' + x);
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
            L.push('cancel ' + x);
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
            L.push('cancel ' + x);
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
  const wsink = (o) =>
    new WritableStream({
      start() {},
      write(c) {
        L.push('write ' + typeof c + ' ' + c.constructor.name + ' ' + c);
      },
      close() {
        L.push('close');
      },
      abort(e) {
        L.push('abort ' + e);
      },
      ...o,
    });
  await run('W.fromWeb', async () => {
    const w = hook(Writable.fromWeb(wsink()), 'W.');
    w.write('a', () => L.push('cb'));
    w.write(Buffer.from('b'));
    w.end('c', () => L.push('endcb'));
  });
  await run('W.fromWeb dec', async () => {
    const w = hook(Writable.fromWeb(wsink(), { decodeStrings: false }), 'W.');
    w.write('a');
    w.end();
  });
  await run('W.fromWeb cork', async () => {
    const w = hook(Writable.fromWeb(wsink()), 'W.');
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
        wsink({
          write() {
            throw new Error('bad');
          },
        }),
      ),
      'W.',
    );
    w.write('a', (e) => L.push('cb ' + e));
  });
  await run('W.fromWeb err2', async () => {
    let c;
    const w = hook(
      Writable.fromWeb(
        wsink({
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
    const w = hook(Writable.fromWeb(wsink()), 'W.');
    w.destroy();
  });
  await run('W.fromWeb destroy err', async () => {
    const w = hook(Writable.fromWeb(wsink()), 'W.');
    w.destroy(new Error('why'));
  });
  await run('W.fromWeb close err', async () => {
    const w = hook(
      Writable.fromWeb(
        wsink({
          close() {
            throw new Error('bad');
          },
        }),
      ),
      'W.',
    );
    w.end('a');
  });
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
    d.on('data', (x) => L.push('data ' + x));
    d.write('a');
    d.end('b');
  });
  await run('D.fromWeb destroy', async () => {
    const d = hook(
      Duplex.fromWeb({
        readable: new ReadableStream({
          cancel(e) {
            L.push('cancel ' + e);
          },
        }),
        writable: wsink(),
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
            L.push('cancel ' + e);
          },
        }),
        writable: wsink(),
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
        writable: wsink(),
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
            L.push('cancel ' + e);
          },
        }),
        writable: wsink({
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
  await run('D.toWeb', async () => {
    const d = hook(new PassThrough(), 'D.');
    const p = Duplex.toWeb(d);
    const wr = p.writable.getWriter(),
      rd = p.readable.getReader();
    wr.write('a');
    wr.close();
    L.push(String((await rd.read()).value));
    L.push((await rd.read()).done);
  });
  await run('D.toWeb destroy', async () => {
    const d = hook(new PassThrough(), 'D.');
    const p = Duplex.toWeb(d);
    p.readable.getReader().closed.catch((e) => L.push('r ' + e.code + e.name));
    p.writable.getWriter().closed.catch((e) => L.push('w ' + e.code + e.name));
    d.destroy(new Error('boom'));
  });
  await run('D.toWeb noW', async () => {
    const d = hook(
      new Duplex({
        writable: false,
        read() {
          this.push(null);
        },
      }),
      'D.',
    );
    const p = Duplex.toWeb(d);
    L.push(require('util').inspect(p));
    await gap();
    L.push(require('util').inspect(p));
  });
})();
process.on('unhandledRejection', (e) => console.log('UNHANDLED', e && e.message));
