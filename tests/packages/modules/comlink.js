// A worker's functions, classes and callbacks through proxies.
import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';

class Counter {
  constructor(value) { this.value = value; }
  increment() { this.value++; }
}

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  const remote = Comlink.wrap(nodeEndpoint(worker));
  console.log(await remote.add(1, 2));
  await remote.each(Comlink.proxy((value) => console.log('called with', value)));
  await remote.fail().catch((error) => console.log(error.message));
  const counter = await new remote.Counter(5);
  await counter.increment();
  console.log(await counter.value);
  await worker.terminate();
  console.log('done');
} else {
  Comlink.expose({
    add: (a, b) => a + b,
    async each(callback) { for (const value of [1, 2]) await callback(value); },
    fail() { throw new Error('over there'); },
    Counter,
  }, nodeEndpoint(parentPort));
}
