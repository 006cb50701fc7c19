'use strict';
// Duplex.from({ readable, writable }): when one side fails, the other one and the duplex get its error.
const { Duplex, Readable, Writable } = require('stream');
const { once } = require('events');
const readline = require('readline');

async function main() {
  for (const side of ['readable', 'writable']) {
    const pair = { readable: new Readable({ read() {} }), writable: new Writable({ write(chunk, encoding, callback) { callback(); } }) };
    const duplex = Duplex.from(pair);
    const error = new Error(side);
    const all = [pair.readable, pair.writable, duplex].map((stream) => once(stream, 'error'));
    pair[side].destroy(error);
    for (const [failure] of await Promise.all(all)) console.log(side, failure === error);
  }
  // Lines that wait while the interface closes are still read.
  const lines = Array.from({ length: 3000 }, (_, index) => `${index}`);
  let count = 0;
  for await (const line of readline.createInterface({ input: Readable.from([lines.join('\n')]) })) {
    if (line !== lines[count++]) console.log('wrong', line);
  }
  console.log(count);
}

main();
