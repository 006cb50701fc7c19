'use strict';
// A histogram counts on in both threads; addresses and block lists arrive as what they are.
const { BlockList, SocketAddress } = require('net');
const { createHistogram } = require('perf_hooks');
const { Worker } = require('worker_threads');

const list = new BlockList();
list.addAddress('1.2.3.4');
const copy = structuredClone(list);
copy.addSubnet('10.0.0.0', 8);
console.log('a copy shares the rules', list.check('10.1.1.1'), copy, BlockList.isBlockList(copy));
const address = new SocketAddress({ address: '::1', family: 'ipv6', port: 5, flowlabel: 7 });
console.log(structuredClone(address), SocketAddress.isSocketAddress(structuredClone(address)));
const histogram = createHistogram();
histogram.record(5);

const worker = new Worker(`
  const { parentPort, workerData: { list, address, histogram } } = require('worker_threads');
  histogram.record(9);
  parentPort.postMessage([list.check('1.2.3.4'), list.check('5.6.7.8'), address, histogram.count, histogram]);
`, { eval: true, workerData: { list, address, histogram } });
worker.on('message', ([isThere, isNotThere, { address: text }, count, back]) => {
  console.log('in the worker', isThere, isNotThere, text, count);
  console.log('here', histogram.count, histogram.max, back.constructor.name);
  back.record(3);
  console.log('and back', histogram.count, histogram.min);
});
const { openAsBlob } = require('fs');
openAsBlob(__filename).then((blob) => {
  for (const act of [() => structuredClone(blob), () => new MessageChannel().port1.postMessage(blob), () => structuredClone(blob.slice(1, 3)).size,
    () => new Worker('', { eval: true, workerData: blob })]) {
    try {
      console.log(act());
    } catch ({ name, code, message }) {
      console.log(name, code, message);
    }
  }
});
