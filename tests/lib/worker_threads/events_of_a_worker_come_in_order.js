'use strict';
// What a worker does, and which events its parent sees: one worker after another.

const { Worker } = require('worker_threads');

function run(code, options, then) {
  return new Promise((done) => {
    const worker = new Worker(code, { eval: true, ...options });
    const seen = [];
    const shown = (value) => (value instanceof Error ? `${value.name}: ${value.message} ${value.code}` : value);
    for (const name of ['online', 'message', 'messageerror', 'error', 'exit']) {
      worker.on(name, (...values) => {
        seen.push([name, ...values.map(shown)]);
        if (name !== 'exit') return;
        console.log(code.slice(0, 60), seen);
        done();
      });
    }
    then?.(worker);
  });
}

(async () => {
  await run('');
  await run('process.exit(5); console.log("never")');
  await run('try { process.exit(6) } catch { console.log("never") } finally { console.log("never") }');
  await run('throw new TypeError("x")');
  await run('throw { plain: true }');
  await run('throw Object.assign(new RangeError("with a code"), { code: "E_OURS" })');
  await run('Promise.reject(new SyntaxError("y"))');
  await run('function f() { f() } f()');
  await run('for (;;);', {}, (worker) => worker.on('online', () => worker.terminate()));
  await run('setInterval(() => {}, 1000)', {}, (worker) => worker.on('online', () => worker.terminate()));
  await run('process.exitCode = 9');
  await run('process.on("exit", (code) => { process.exitCode = code + 3 })');
  await run('process.on("uncaughtException", () => { process.exitCode = 4 }); throw new Error("z")');
  await run('const { parentPort, workerData } = require("worker_threads"); parentPort.postMessage(workerData)', { workerData: [1, { two: 2n }] });
  await run('const { parentPort } = require("worker_threads"); parentPort.once("message", (m) => parentPort.postMessage([m, m]))', {},
            (worker) => worker.postMessage({ shared: new Map([[1, new Set('ab')]]) }));
})();
