'use strict';
// A worker's clocks count from the start of the process, and its loop runs before its program does.
const { Worker } = require('worker_threads');

setTimeout(() => {
  const worker = new Worker(`
    const { idle, active } = performance.eventLoopUtilization();
    const { nodeStart, v8Start, loopStart } = performance.nodeTiming;
    require('worker_threads').parentPort.postMessage(
      { now: performance.now(), timeOrigin: performance.timeOrigin, uptime: process.uptime(), alive: idle + active > 0, nodeStart, v8Start, loopStart });
  `, { eval: true });
  const begun = performance.now();
  worker.on('message', ({ now, timeOrigin, uptime, alive, nodeStart, v8Start, loopStart }) => {
    console.log('now', now >= begun, now <= performance.now());
    console.log('timeOrigin', timeOrigin === performance.timeOrigin);
    console.log('uptime', uptime * 1000 >= begun);
    console.log('the loop runs', alive, loopStart >= performance.nodeTiming.loopStart);
    console.log('milestones', nodeStart > 0 && nodeStart < begun, v8Start > nodeStart && v8Start < begun);
  });
}, 20);

for (const name of ['Performance', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver', 'PerformanceObserverEntryList', 'PerformanceResourceTiming']) {
  console.log(Object.getOwnPropertyDescriptor(require('perf_hooks')[name].prototype, Symbol.toStringTag));
}
