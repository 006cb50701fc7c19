'use strict';
// Readable.toWeb, Writable.toWeb and Duplex.toWeb: chunks, events, errors, cancellation.
const { Duplex, PassThrough, Readable, Writable } = require('stream');
const { gap, happened, hook, run } = require('../web_streams_log.js');

const src = (o) =>
  hook(
    new Readable({
      read() {
        happened.push('read');
      },
      ...o,
    }),
    'R.',
  );

const sink = (o) =>
  hook(
    new Writable({
      write(c, e, cb) {
        happened.push('write ' + typeof c + ' ' + c + ' ' + e);
        cb();
      },
      ...o,
    }),
    'W.',
  );

async function main() {
  await run('toWeb data', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    r.push('a');
    r.push('b');
    r.push(null);
    for await (const c of w) happened.push(c.constructor.name + ' ' + Buffer.from(c));
  });
  await run('toWeb obj', async () => {
    const r = src({ objectMode: true });
    const w = Readable.toWeb(r);
    r.push('a');
    r.push({ b: 1 });
    r.push(null);
    for await (const c of w) happened.push(JSON.stringify(c));
  });
  await run('toWeb enc', async () => {
    const r = src();
    r.setEncoding('utf8');
    const w = Readable.toWeb(r);
    r.push('a');
    r.push(null);
    for await (const c of w) happened.push(typeof c + c);
  });
  await run('toWeb bytes', async () => {
    const r = src();
    const w = Readable.toWeb(r, { type: 'bytes' });
    r.push('abc');
    r.push(null);
    const rd = w.getReader({ mode: 'byob' });
    const x = await rd.read(new Uint8Array(2));
    happened.push(x.value.length + ' ' + x.done);
    const y = await rd.read(new Uint8Array(2));
    happened.push(y.value.length + ' ' + y.done);
  });
  await run('toWeb destroy err', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    const rd = w.getReader();
    rd.closed.catch((e) => happened.push('closed ' + e.message));
    r.destroy(new Error('boom'));
    await rd.read();
  });
  await run('toWeb destroy', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    const rd = w.getReader();
    rd.closed.catch((e) => happened.push('closed ' + e.name + e.code + e.message));
    r.destroy();
    await rd.read();
  });
  await run('toWeb cancel', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    await w.cancel();
    happened.push('destroyed ' + r.destroyed);
  });
  await run('toWeb cancel err', async () => {
    const r = src();
    const w = Readable.toWeb(r);
    await w.cancel(new Error('why'));
    happened.push('destroyed ' + r.destroyed);
  });
  await run('toWeb bp', async () => {
    const r = src({ highWaterMark: 2 });
    const w = Readable.toWeb(r);
    for (let i = 0; i < 6; i++) r.push('x');
    await gap();
    happened.push(r.readableLength, r.isPaused(), r.readableFlowing);
    const rd = w.getReader();
    for (let i = 0; i < 3; i++) {
      await rd.read();
      happened.push('got', r.isPaused());
    }
  });
  await run('toWeb strategy', async () => {
    const r = src();
    const w = Readable.toWeb(r, { strategy: new CountQueuingStrategy({ highWaterMark: 1 }) });
    for (let i = 0; i < 3; i++) r.push('x');
    await gap();
    happened.push(r.readableLength, r.isPaused());
  });
  await run('toWeb no strat', async () => {
    for (const o of [{}, { objectMode: true }, { highWaterMark: 5 }]) {
      let c;
      const w = Readable.toWeb(new Readable({ read() {}, ...o }));
      const s = Object.getOwnPropertySymbols(w)
        .map((k) => w[k])
        .find((x) => x && x.controller);
      happened.push(String(s && s.controller.desiredSize));
    }
  });
  await run('W.toWeb', async () => {
    const w = sink();
    const ws = Writable.toWeb(w);
    const wr = ws.getWriter();
    happened.push('ds' + wr.desiredSize);
    await wr.write('a');
    happened.push('1');
    await wr.write(Buffer.from('b'));
    await wr.write(new Uint8Array([65]));
    await wr.close();
    happened.push('closed ' + w.destroyed);
  });
  await run('W.toWeb obj', async () => {
    const w = sink({ objectMode: true });
    const ws = Writable.toWeb(w);
    const wr = ws.getWriter();
    happened.push('ds' + wr.desiredSize);
    await wr.write(1);
    await wr.write(new Uint8Array([65]));
    await wr.close();
    happened.push('closed');
  });
  await run('W.toWeb bad', async () => {
    const w = sink();
    const wr = Writable.toWeb(w).getWriter();
    wr.closed.catch((e) => happened.push('closed ' + e.code));
    await wr.write(1);
  });
  await run('W.toWeb slow', async () => {
    const w = hook(
      new Writable({
        highWaterMark: 1,
        write(c, e, cb) {
          happened.push('write ' + c);
          setImmediate(cb);
        },
      }),
      'W.',
    );
    const wr = Writable.toWeb(w).getWriter();
    wr.write('a').then(() => happened.push('a done'));
    wr.write('b').then(() => happened.push('b done'));
    wr.close().then(() => happened.push('close done'));
  });
  await run('W.toWeb abort', async () => {
    const w = sink();
    const ws = Writable.toWeb(w);
    await ws.abort(new Error('why'));
    happened.push('aborted ' + w.destroyed);
  });
  await run('W.toWeb abort none', async () => {
    const w = sink();
    const ws = Writable.toWeb(w);
    await ws.abort();
    happened.push('aborted ' + w.destroyed);
  });
  await run('W.toWeb destroy', async () => {
    const w = sink();
    const wr = Writable.toWeb(w).getWriter();
    wr.closed.then(
      () => happened.push('closed ok'),
      (e) => happened.push('closed ' + e.name + e.code + e.message),
    );
    w.destroy();
  });
  await run('W.toWeb destroy err', async () => {
    const w = sink();
    const wr = Writable.toWeb(w).getWriter();
    wr.closed.then(
      () => happened.push('closed ok'),
      (e) => happened.push('closed ' + e.name + e.code + e.message),
    );
    w.destroy(new Error('boom'));
  });
  await run('W.toWeb end', async () => {
    const w = sink();
    const wr = Writable.toWeb(w).getWriter();
    wr.closed.then(
      () => happened.push('closed ok'),
      (e) => happened.push('closed ' + e.name + e.code + e.message),
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
    wr.closed.catch((e) => happened.push('closed ' + e.message));
    await wr.write('a');
  });
  await run('D.toWeb', async () => {
    const d = hook(new PassThrough(), 'D.');
    const p = Duplex.toWeb(d);
    const wr = p.writable.getWriter(),
      rd = p.readable.getReader();
    wr.write('a');
    wr.close();
    happened.push(String((await rd.read()).value));
    happened.push((await rd.read()).done);
  });
  await run('D.toWeb destroy', async () => {
    const d = hook(new PassThrough(), 'D.');
    const p = Duplex.toWeb(d);
    p.readable.getReader().closed.catch((e) => happened.push('r ' + e.code + e.name));
    p.writable.getWriter().closed.catch((e) => happened.push('w ' + e.code + e.name));
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
    happened.push(require('util').inspect(p));
    await gap();
    happened.push(require('util').inspect(p));
  });
}

main();
