'use strict';
// A Utf8Stream emits 'drain' after writes: in sync mode once for those of a tick, never without a write.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Utf8Stream } = fs;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hexloop-utf8-'));
const closed = (stream) => new Promise((resolve) => stream.once('close', resolve));

async function main() {
  for (const sync of [true, false]) {
    for (const minLength of [0, 100]) {
      const dest = path.join(folder, `${sync}-${minLength}`);
      const stream = new Utf8Stream({ dest, sync, minLength });
      let drains = 0;
      await new Promise((resolve) => stream.on('ready', () => {
        stream.write('one\n');
        stream.write('two\n');
        stream.on('drain', () => drains++);
        if (minLength === 0) stream.once('drain', () => setImmediate(resolve));
        else setImmediate(resolve);
      }));
      console.log(sync, minLength, drains, fs.readFileSync(dest, 'utf8').length);
      stream.end();
      await closed(stream);
      console.log(drains, fs.readFileSync(dest, 'utf8'));
    }
  }
  fs.rmSync(folder, { recursive: true });
}

main();
