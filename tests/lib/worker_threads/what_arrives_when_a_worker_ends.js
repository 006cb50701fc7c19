'use strict';
// Messages, output and ports of a worker that ends: by process.exit(), by an error, by a rejection, by terminate().
// Everything that was posted or written before the end arrives, and before 'exit' where Node guarantees it.
const { Worker, MessageChannel } = require('worker_threads');
const { once } = require('events');

const post = (count, then) =>
  `const { parentPort } = require('worker_threads'); for (let i = 0; i < ${count}; i++) parentPort.postMessage(i); ${then}`;

async function report(name, source, options = {}) {
  const seen = [];
  const worker = new Worker(source, { eval: true, ...options });
  worker.on('message', (message) => seen.push(`message ${message}`));
  // Its place among the messages is left open by Node: they come through another port.
  let failure = 'no error';
  worker.on('error', (error) => { failure = `error ${error.message}`; });
  for (const message of options.messages ?? []) worker.postMessage(message);
  const code = await new Promise((resolve) => worker.on('exit', resolve));
  console.log(`${name}: ${seen.join(', ')}; ${failure}; exit ${code}`);
}

async function output(name, source) {
  const worker = new Worker(source, { eval: true, stdout: true, stderr: true });
  const read = async (stream) => {
    let length = 0;
    for await (const chunk of stream) length += chunk.length;
    return length;
  };
  const [out, err, [code]] = await Promise.all([read(worker.stdout), read(worker.stderr), once(worker, 'exit')]);
  console.log(`${name}: ${out} bytes of output, ${err} of errors, exit ${code}`);
}

// When the far end of a port closes relative to 'exit' is left open by Node; that it closes, after its last message, is not.
async function port(name, source, end) {
  const { port1, port2 } = new MessageChannel();
  const seen = [];
  const worker = new Worker(source, { eval: true, workerData: port1, transferList: [port1] });
  port2.on('message', (message) => {
    seen.push(message);
    if (message === 'ready') worker.terminate();
  });
  const code = once(worker, 'exit');
  await once(port2, 'close');
  console.log(`${name}: ${seen.join(', ')}, closed, exit ${(await code)[0]}`);
}

async function unread() {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker('setTimeout(() => {}, 5)', { eval: true });
  worker.postMessage(port1, [port1]);
  port2.ref();
  await Promise.all([once(port2, 'close'), once(worker, 'exit')]);
  console.log('a port in a message that nobody read: closed');
}

(async () => {
  await report('exit', post(5, 'process.exit(3)'));
  await report('error', post(5, "throw new Error('thrown')"));
  await report('rejection', post(2, "Promise.reject(new Error('rejected')); setImmediate(() => parentPort.postMessage('late'))"));
  await report('exit event', post(1, "process.on('exit', () => parentPort.postMessage('from exit'))"));
  await report('closed port', "const { parentPort } = require('worker_threads'); parentPort.on('message', (m) => { " +
    "parentPort.postMessage('got ' + m); if (m === 2) parentPort.close(); }); process.on('exit', () => parentPort.postMessage('lost'))",
    { messages: [0, 1, 2, 3, 4] });
  await output('much output', "console.log('x'.repeat(200000)); process.stderr.write('error\\n'); process.exit(0)");
  await output('output in exit', "process.on('exit', (code) => { console.log('in exit', code); process.stdout.write('more\\n'); }); " +
    'setImmediate(() => process.exit(5))');
  await port('transferred port, exit', "const { workerData } = require('worker_threads'); for (let i = 0; i < 4; i++) workerData.postMessage(i); process.exit()");
  await port('transferred port, terminate', "const { workerData } = require('worker_threads'); workerData.postMessage('ready'); workerData.on('message', () => {})");
  await unread();
})();
