'use strict';
// Small Buffers share memory. Whoever tries to transfer it fails, or gets a copy: the others keep theirs.
const { MessageChannel } = require('worker_threads');

const first = Buffer.from('first');
const second = Buffer.allocUnsafe(6).fill('second');
const { port1 } = new MessageChannel();

const ways = {
  structuredClone: (memory) => structuredClone(memory, { transfer: [memory] }),
  postMessage: (memory) => port1.postMessage(memory, [memory]),
  transfer: (memory) => memory.transfer(),
  'transfer of the prototype': (memory) => ArrayBuffer.prototype.transfer.call(memory),
  'transferToFixedLength of the prototype': (memory) => ArrayBuffer.prototype.transferToFixedLength.call(memory),
};
for (const [name, take] of Object.entries(ways)) {
  try {
    take(first.buffer);
  } catch {
    // As it should be.
  }
  console.log(`${name}:`, first.toString(), second.toString(), first.buffer === second.buffer);
}
port1.close();
