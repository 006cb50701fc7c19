'use strict';
// cpuUsage() and the arguments of what only V8 can answer.
const { Worker } = require('worker_threads');
const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });

function attempt(name, value) {
  try {
    worker[name](value).catch(() => {});
    console.log(name, 'asked');
  } catch ({ code, message }) {
    console.log(name, code, message);
  }
}

for (const value of [1, true, [], null, NaN, { exposeInternals: 1 }, { exposeNumericValues: 1 }]) attempt('getHeapSnapshot', value);
for (const value of [null, 1, { sampleInterval: 'a' }, { sampleInterval: -1 }, { maxBufferSize: 'a' }, { maxBufferSize: 0 }]) attempt('startCpuProfile', value);
for (const value of [-1, 1.1, {}, [], true, { user: -1, system: 1 }, { user: 1 }, { user: 1, system: -1 }, { user: Infinity, system: 1 }]) attempt('cpuUsage', value);

worker.on('online', async () => {
  for (const previous of [undefined, null, NaN, { user: 0, system: 0 }]) {
    const { user, system } = await worker.cpuUsage(previous);
    console.log(user >= 0, system >= 0);
  }
  await worker.terminate();
  for (const name of ['getHeapSnapshot', 'getHeapStatistics', 'cpuUsage', 'startCpuProfile', 'startHeapProfile']) {
    await worker[name]().then(() => console.log(name), ({ code, message }) => console.log(name, code, message));
  }
});
