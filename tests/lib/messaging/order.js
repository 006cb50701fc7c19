'use strict';
// When messages between ports arrive: in poll, one macrotask each, between timers and immediates.

// Turns of the loop in which everything arrives.
const gap = async (turns = 12) => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};
const { MessageChannel, BroadcastChannel } = require('worker_threads');
const L = [];
const run = async (name, f) => {
  L.length = 0;
  await f();
  await gap(8);
  console.log(name + ':', L.join(' '));
};
(async () => {
  await run('main', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', (m) => {
      L.push('m' + m);
      process.nextTick(() => L.push('t' + m));
      Promise.resolve().then(() => L.push('p' + m));
      setImmediate(() => L.push('i' + m));
    });
    await new Promise((r) => setImmediate(r));
    port1.postMessage(1);
    setImmediate(() => L.push('imm'));
    process.nextTick(() => L.push('tick'));
    Promise.resolve().then(() => L.push('prom'));
    port1.postMessage(2);
    port1.postMessage(3);
    L.push('sync');
    await gap();
    port1.close();
  });
  await run('from timer', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', (m) => L.push('m' + m));
    await new Promise((resolve) =>
      setTimeout(() => {
        port1.postMessage(1);
        setImmediate(() => {
          L.push('imm');
          resolve();
        });
      }, 1),
    );
    await gap();
    port1.close();
  });
  await run('from imm', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', (m) => L.push('m' + m));
    setImmediate(() => {
      port1.postMessage(1);
      setImmediate(() => L.push('imm2'));
    });
    setImmediate(() => L.push('imm1'));
    await gap();
    port1.close();
  });
  await run('pingpong', async () => {
    const { port1, port2 } = new MessageChannel();
    let n = 0;
    port2.on('message', (m) => {
      L.push('b' + m);
      port2.postMessage(m);
    });
    port1.on('message', (m) => {
      L.push('a' + m);
      if (++n < 4) port1.postMessage(n);
    });
    setImmediate(function f() {
      L.push('i');
      if (n < 4 && L.length < 40) setImmediate(f);
    });
    port1.postMessage(0);
    await gap();
    port1.close();
  });
  await run('self add during', async () => {
    const { port1, port2 } = new MessageChannel();
    let n = 0;
    port2.on('message', (m) => {
      L.push('m' + m);
      if (n++ < 5) port1.postMessage(n);
    });
    port1.postMessage(0);
    setImmediate(() => L.push('imm'));
    await gap();
    port1.close();
  });
  await run('close order', async () => {
    const { port1, port2 } = new MessageChannel();
    port1.on('close', () => L.push('c1'));
    port2.on('close', () => L.push('c2'));
    port2.on('message', (m) => L.push('m' + m));
    port1.postMessage(1);
    port1.close(() => L.push('cb'));
    L.push('sync');
    port1.postMessage(2);
    setImmediate(() => L.push('imm'));
    process.nextTick(() => L.push('tick'));
  });
  await run('close order2', async () => {
    const { port1, port2 } = new MessageChannel();
    port1.on('close', () => L.push('c1'));
    port2.on('close', () => L.push('c2'));
    port2.on('message', (m) => L.push('m' + m));
    await gap();
    port1.postMessage(1);
    port1.close(() => L.push('cb'));
    setImmediate(() => L.push('imm'));
    process.nextTick(() => L.push('tick'));
  });
  await run('close in handler', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('close', () => L.push('c2'));
    port2.on('message', (m) => {
      L.push('m' + m);
      port2.close();
    });
    port1.on('close', () => L.push('c1'));
    port1.postMessage(1);
    port1.postMessage(2);
  });
  await run('addEventListener no start', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.addEventListener('message', (e) => L.push('m' + e.data));
    port1.postMessage(1);
    await gap();
    L.push('start');
    port2.start();
    await gap();
    port1.close();
  });
  await run('onmessage', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = (e) =>
      L.push(
        'm' + e.data,
        e.constructor.name,
        e.target === port2,
        e.currentTarget === port2,
        e.ports.length,
        e.source,
        e.origin,
        e.lastEventId,
        e.isTrusted,
        e.type,
      );
    port1.postMessage(1);
    await gap();
    port1.close();
  });
  await run('on args', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', function (...a) {
      L.push(a.length, JSON.stringify(a[0]), this === port2);
    });
    port2.once('message', () => L.push('once'));
    port1.postMessage({ x: 1 });
    port1.postMessage(2);
    await gap();
    port1.close();
  });
  await run('queued before listener', async () => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage('q');
    await gap();
    port2.on('message', (m) => L.push(m));
    L.push('set');
    setImmediate(() => L.push('imm'));
    await gap();
    port1.close();
  });
  await run('throw in handler', async () => {
    const { port1, port2 } = new MessageChannel();
    process.once('uncaughtException', (e) => L.push('caught ' + e.message));
    port2.on('message', (m) => {
      L.push('m' + m);
      if (m === 1) throw new Error('x');
    });
    port1.postMessage(1);
    port1.postMessage(2);
    await gap();
    port1.close();
  });
  await run('bc', async () => {
    const a = new BroadcastChannel('c'),
      b = new BroadcastChannel('c'),
      c = new BroadcastChannel('other');
    a.onmessage = (e) => L.push('a' + e.data);
    b.onmessage = (e) => L.push('b' + e.data, e.target === b, e.constructor.name, e.origin, e.source, e.ports.length);
    c.onmessage = () => L.push('c');
    a.postMessage(1);
    b.postMessage(2);
    setImmediate(() => L.push('imm'));
    L.push('sync');
    await gap();
    a.close();
    b.close();
    c.close();
  });
  await run('bc close', async () => {
    const a = new BroadcastChannel('c'),
      b = new BroadcastChannel('c');
    b.onmessage = (e) => L.push('b' + e.data);
    a.postMessage(1);
    b.close();
    await gap();
    a.close();
  });
  await run('bc close2', async () => {
    const a = new BroadcastChannel('c'),
      b = new BroadcastChannel('c');
    b.onmessage = (e) => L.push('b' + e.data);
    a.postMessage(1);
    a.close();
    await gap();
    b.close();
  });
  await run('transfer port', async () => {
    const { port1, port2 } = new MessageChannel();
    const x = new MessageChannel();
    x.port2.postMessage('early');
    port2.on('message', (m) => {
      L.push(m.p.constructor.name, m.p === x.port1);
      m.p.on('message', (z) => L.push(z));
      m.p.postMessage('reply');
    });
    x.port2.on('message', (z) => {
      L.push(z);
      port1.close();
      x.port2.close();
    });
    port1.postMessage({ p: x.port1 }, [x.port1]);
    x.port2.postMessage('late');
    try {
      x.port1.postMessage('old');
    } catch (e) {
      L.push(e.message);
    }
    await gap(8);
  });
  await run('ports event', async () => {
    const { port1, port2 } = new MessageChannel();
    const x = new MessageChannel();
    port2.onmessage = (e) => L.push('ports', e.ports.length, e.ports[0] === e.data, e.ports[0].constructor.name);
    port1.postMessage(x.port1, [x.port1]);
    await gap();
    port1.close();
    x.port2.close();
  });
  await run('transfer ab', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', (m) => L.push(m.byteLength));
    const ab = new ArrayBuffer(8);
    port1.postMessage(ab, [ab]);
    L.push('det', ab.byteLength);
    port1.postMessage(new ArrayBuffer(3), { transfer: [new ArrayBuffer(2)] });
    await gap();
    port1.close();
  });
  await run('messageerror', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('messageerror', (e) => L.push('err ' + e.message));
    port2.on('message', (m) => L.push('m'));
    port1.postMessage(1);
    await gap();
    port1.close();
  });
  await run('async handler', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', async (m) => {
      L.push('m' + m);
      await null;
      L.push('after' + m);
    });
    port1.postMessage(1);
    port1.postMessage(2);
    await gap();
    port1.close();
  });
  await run('emit', async () => {
    const { port1, port2 } = new MessageChannel();
    port1.on('foo', (...a) => L.push('foo', a.length, String(a[0])));
    L.push(port1.emit('foo', 5, 6), port1.emit('bar'), port1.listenerCount('foo'), port1.getMaxListeners());
    port1.close();
  });
})();
