'use strict';
// Streams that structuredClone and postMessage hand over: what is read, written, closed, cancelled and aborted on one side
// happens on the other, in this thread and in another.
const log = (...a) => console.log(...a);
const keep = setInterval(() => {}, 1000);
(async () => {
  { // writable
    const ws = new WritableStream({ write(c) { log('write', c); }, close() { log('close'); }, abort(r) { log('abort', r); } });
    const c = structuredClone(ws, { transfer: [ws] });
    const w = c.getWriter();
    await w.write({ a: 1 }); log('written'); await w.write(2); await w.close(); log('closed');
    await new Promise((r) => setTimeout(r, 20));
  }
  { // error in source
    const rs = new ReadableStream({ start(c) { c.enqueue('x'); }, pull(c) { c.error(new TypeError('boom')); } });
    const c = structuredClone(rs, { transfer: [rs] });
    try { for await (const x of c) log(x); } catch (e) { log('caught', e.name, e.message, e instanceof TypeError); }
  }
  { // cancel
    const rs = new ReadableStream({ pull(c) { c.enqueue('y'); }, cancel(r) { log('cancelled', r); } });
    const c = structuredClone(rs, { transfer: [rs] });
    const r = c.getReader(); log(await r.read()); await r.cancel('why'); await new Promise((r) => setTimeout(r, 20)); 
    log(await r.read());
  }
  { // abort
    const ws = new WritableStream({ write(c) { log('write', c); }, abort(r) { log('abort', r); } });
    const c = structuredClone(ws, { transfer: [ws] });
    const w = c.getWriter(); w.closed.catch(() => {}); await w.abort('z'); await new Promise((r) => setTimeout(r, 20));
  }
  { // sink error
    const ws = new WritableStream({ write(c) { throw new RangeError('full'); } });
    const c = structuredClone(ws, { transfer: [ws] });
    const w = c.getWriter(); w.closed.catch((e) => log('closed rejected', e.name, e.message));
    await w.write(1).then(() => log('w1'), (e) => log('w1 rej', e.message)); await new Promise((r) => setTimeout(r, 20));
    await w.write(2).then(() => log('w2'), (e) => log('w2 rej', e.message));
  }
  { // transform
    const ts = new TransformStream({ transform(c, k) { k.enqueue(String(c).toUpperCase()); } });
    const c = structuredClone(ts, { transfer: [ts] });
    log(c instanceof TransformStream, c);
    const w = c.writable.getWriter(); w.write('abc'); w.close();
    for await (const x of c.readable) log('t', x);
  }
  { // uncloneable chunk
    const rs = new ReadableStream({ start(c) { c.enqueue(() => {}); }, cancel(r) { log('cancel', r.name, r.message); } });
    const c = structuredClone(rs, { transfer: [rs] });
    try { for await (const x of c) log(x); } catch (e) { log('caught', e.name, e.message); }
  }
  { // uncloneable write
    const ws = new WritableStream({ write(c) { log('never'); }, abort(e) { log('sink abort', e.name, e.message); } });
    const c = structuredClone(ws, { transfer: [ws] });
    const w = c.getWriter(); w.closed.catch((e) => log('closed rejected', e.name, e.message));
    await w.write(() => {}).then(() => log('w1'), (e) => log('w1 rej', e.name, e.message)); await new Promise((r) => setTimeout(r, 20));
  }
  { // to a worker and back
    const { Worker } = require('worker_threads');
    const w = new Worker(`
      const { parentPort } = require('worker_threads');
      parentPort.once('message', async ({ rs, ws, ts, sig }) => {
        sig.addEventListener('abort', () => parentPort.postMessage(['aborted', sig.reason]));
        parentPort.postMessage('got'); setInterval(() => {}, 1000);
        const w = ws.getWriter();
        for await (const c of rs) await w.write(['echo', c]);
        await w.close();
        const tw = ts.writable.getWriter(); tw.write('q'); tw.close();
        for await (const c of ts.readable) parentPort.postMessage(['ts', c]);
        parentPort.postMessage('done');
      });`, { eval: true });
    const rs = new ReadableStream({ start(c) { for (let i = 0; i < 3; i++) c.enqueue({ i, b: new Uint8Array(i) }); c.close(); } });
    const ws = new WritableStream({ write(c) { log('sink', c); }, close() { log('sink closed'); } });
    const ts = new TransformStream({ transform(c, k) { k.enqueue(c + c); } });
    const ac = require('util').transferableAbortController();
    w.postMessage({ rs, ws, ts, sig: ac.signal }, [rs, ws, ts, ac.signal]);
    w.on('message', (m) => { log('message', m); if (m === 'done') ac.abort('late'); });
    await new Promise((r) => w.on('message', (m) => m[0] === 'aborted' && r()));
    await w.terminate();
  }
  clearInterval(keep);
})();
