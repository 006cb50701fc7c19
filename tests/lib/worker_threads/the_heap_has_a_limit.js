'use strict';
// resourceLimits: a worker that outgrows its own is ended with an error of its own; the others do not notice.
const { Worker } = require('worker_threads');

function run(name, code, resourceLimits) {
  return new Promise((resolve) => {
    const worker = new Worker(code, { eval: true, resourceLimits });
    const said = [];
    worker.on('message', (message) => said.push(message));
    worker.on('error', (error) => said.push(`${error.name} ${error.code} ${error.message}`));
    worker.on('exit', (exitCode) => {
      console.log(name, said, exitCode, worker.resourceLimits);
      resolve();
    });
    if (name === 'beside') resolve(worker);
  });
}

const GREEDY = 'const all = []; for (;;) all.push([all, { a: 1, b: 2 }]);';
const LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4, codeRangeSizeMb: 16, stackSizeMb: 2 };

(async () => {
  const beside = await run('beside', 'const { parentPort } = require("worker_threads"); parentPort.on("message", (m) => m === "end" ? process.exit(7) : parentPort.postMessage(m + 1));');
  await run('in one go', GREEDY, LIMITS);
  await run('in callbacks', 'const all = []; setInterval(() => { for (let i = 0; i < 50000; i++) all.push({ i }); }, 1);', LIMITS);
  await run('in promises', '(async () => { const all = []; for (;;) { await null; all.push([all]); } })();', LIMITS);
  await run('caught', `try { ${GREEDY} } catch { require('worker_threads').parentPort.postMessage('caught'); }`, LIMITS);
  // What dies young does not count.
  await run('garbage', 'let sum = 0; for (let i = 0; i < 3e6; i++) sum += [i, { i }].length; require("worker_threads").parentPort.postMessage(sum);', LIMITS);
  await run('told', 'require("worker_threads").parentPort.postMessage(require("worker_threads").resourceLimits);', LIMITS);
  await run('deep', 'let depth = 0; (function down() { depth++; down(); })();', { stackSizeMb: 1 });
  beside.once('message', (message) => {
    console.log('beside answers', message);
    beside.postMessage('end');
  });
  beside.postMessage(41);
})();
