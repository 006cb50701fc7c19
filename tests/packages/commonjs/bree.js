// A job in a worker, begun by a timer.
const path = require('node:path');
const Bree = require('bree');

const bree = new Bree({
  root: path.join(__dirname, '../fixtures/cores/jobs'),
  logger: false,
  jobs: [{ name: 'hello', timeout: 10, worker: { workerData: { x: 3 } } }],
  workerMessageHandler: ({ name, message }) => console.log(name, message),
});
bree.on('worker created', (name) => console.log('created', name));
bree.on('worker deleted', async (name) => {
  console.log('deleted', name);
  await bree.stop();
  console.log('done');
});
bree.start();
