'use strict';
// Which options a worker may have of its own, as arguments and in the NODE_OPTIONS of its environment, and that they count.
const { Worker } = require('worker_threads');

const lines = [];

function attempt(name, options) {
  try {
    const worker = new Worker('', { eval: true, ...options });
    worker.on('error', (error) => lines.push(`${name}: error ${error.code}`));
    worker.on('exit', (code) => lines.push(`${name}: exit ${code}`));
  } catch (error) {
    lines.push(`${name}: ${error.code} ${error.message}`);
  }
}

const OPTIONS = ['--title=foo', '--title foo', '--bogus', '--max-old-space-size=100', '--stack-trace-limit=5', '--v8-pool-size=2',
  '--require=./x', '--expose-gc', '--bogus --title=foo', '--no-warnings'];
for (const given of OPTIONS) {
  attempt(`environment ${given}`, { env: { NODE_OPTIONS: given } });
  process.env.NODE_OPTIONS = given;
  attempt(`inherited ${given}`, { env: process.env });
  delete process.env.NODE_OPTIONS;
  attempt(`arguments ${given}`, { execArgv: given.split(' ') });
}
process.on('exit', () => console.log(lines.sort().join('\n')));

for (const options of [{ env: { NODE_OPTIONS: '--no-warnings' }, execArgv: ['--trace-warnings'] }, { env: { NODE_OPTIONS: '--throw-deprecation' } }]) {
  const worker = new Worker('try { process.emitWarning("old", "DeprecationWarning", "X"); } finally { require("worker_threads").parentPort.postMessage(process.execArgv); }',
    { eval: true, stderr: true, ...options });
  worker.on('message', (argv) => lines.push(`process.execArgv ${options.execArgv ? argv : argv.length === process.execArgv.length}`));
  worker.on('error', (error) => lines.push(`thrown ${error.message}`));
}
