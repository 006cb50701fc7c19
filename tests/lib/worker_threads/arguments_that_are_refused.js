'use strict';
// What the constructor refuses, and what cannot be sent.

const { Worker, MessageChannel, SHARE_ENV } = require('worker_threads');

const cases = {
  noFile: [],
  number: [5],
  bare: ['worker.js'],
  fileUrlText: ['file:///worker.js'],
  dataUrlText: ['data:text/javascript,'],
  https: [new URL('https://example.org/')],
  evalUrl: [new URL('file:///worker.js'), { eval: true }],
  argv: ['', { eval: true, argv: 'x' }],
  execArgv: ['', { eval: true, execArgv: 'x' }],
  unknownFlag: ['', { eval: true, execArgv: ['--no-such-flag'] }],
  flagOfProcess: ['', { eval: true, execArgv: ['--title=x'] }],
  nodeOptions: ['', { eval: true, env: { NODE_OPTIONS: '--no-such-flag' } }],
  env: ['', { eval: true, env: 5 }],
  name: ['', { eval: true, name: 5 }],
  data: ['', { eval: true, workerData: () => {} }],
  unlisted: ['', { eval: true, workerData: { port: new MessageChannel().port1 } }],
};

for (const [name, args] of Object.entries(cases)) {
  try {
    new Worker(...args).on('error', () => {});
    console.log(name, 'made');
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
console.log(typeof SHARE_ENV, Worker.length, Object.keys(Worker.prototype));

const worker = new Worker('/no/such/file.js');
worker.on('error', (error) => console.log(error.name, error.code, error.message.split('\n')[0]));
worker.on('exit', async (code) => {
  console.log(code, await worker.terminate(), worker.postMessage(1), worker.threadId);
});
