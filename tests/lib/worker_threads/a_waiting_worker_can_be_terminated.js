'use strict';
// terminate() reaches a worker that sits in Atomics.wait, and leaves alone who waits at the same place.
const { Worker } = require('worker_threads');
const { once } = require('events');

const shared = new SharedArrayBuffer(64);
const program = `
  const { parentPort, workerData: { shared, kind, value, timeout } } = require('worker_threads');
  const cells = kind === 'big' ? new BigInt64Array(shared, 8) : new Int32Array(shared, 8);
  parentPort.postMessage('waits');
  const how = timeout === undefined ? Atomics.wait(cells, 1, value) : Atomics.wait(cells, 1, value, timeout);
  parentPort.postMessage(how);
`;
const start = (data) => new Worker(program, { eval: true, workerData: { shared, ...data } });

async function main() {
  for (const [kind, value] of [['int', 0], ['big', 0n]]) {
    const worker = start({ kind, value });
    console.log(kind, await once(worker, 'message'));
    console.log('terminated', await worker.terminate());
  }

  const [ended, stays] = [start({ value: 0 }), start({ value: 0 })];
  await Promise.all([once(ended, 'message'), once(stays, 'message')]);
  const answer = once(stays, 'message');
  console.log('one of two', await ended.terminate());
  let woken = 0;
  // It says that it waits before it does.
  while (woken === 0) {
    await new Promise(setImmediate);
    woken = Atomics.notify(new Int32Array(shared, 8), 1);
  }
  console.log('the other', woken, await answer, await once(stays, 'exit'));
  Atomics.store(new Int32Array(shared, 8), 1, 5);

  const quick = async (data) => {
    const worker = start(data);
    const heard = [];
    worker.on('message', (message) => heard.push(message));
    await once(worker, 'exit');
    return heard;
  };
  console.log('not equal', await quick({ value: 0 }));
  console.log('a time', await quick({ value: 5, timeout: 20 }), await quick({ value: 5, timeout: -1 }), await quick({ value: 5, timeout: '5' }));

  const refusing = new Worker(`
    const { parentPort } = require('worker_threads');
    const said = [];
    for (const args of [[], [new Int32Array(4), 0, 0], [new Uint8Array(new SharedArrayBuffer(4)), 0, 0], [new Int32Array(new SharedArrayBuffer(4)), 7, 0]]) {
      try { Atomics.wait(...args); } catch (error) { said.push(error.name); }
    }
    said.push(Atomics.wait.name, Atomics.wait.length, Object.keys(Atomics).length);
    parentPort.postMessage(said);
  `, { eval: true });
  console.log(...await once(refusing, 'message'));

  const nested = new Worker(`
    const { Worker, parentPort } = require('worker_threads');
    const inner = new Worker("require('worker_threads').parentPort.postMessage(1); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)", { eval: true });
    inner.on('message', () => parentPort.postMessage('inner waits'));
  `, { eval: true });
  console.log(...await once(nested, 'message'), await nested.terminate());
}

main();
