'use strict';
// The same as readfile-64.js, awaited.
const fs = require('fs');
const path = require('path');
const { folder, now, report } = require('./measure.js');

const file = path.join(folder(), 'one-kilobyte');
fs.writeFileSync(file, 'x'.repeat(1024));
const count = 40_000;

async function pass() {
  let begun = 0;
  let bytes = 0;
  const begin = now();
  const reader = async () => {
    while (begun++ < count) {
      const data = await fs.promises.readFile(file);
      bytes += data.length;
    }
  };
  await Promise.all(Array.from({ length: 64 }, reader));
  return [bytes, Number(now() - begin)];
}

(async () => {
  const passes = [await pass(), await pass(), await pass()];
  report(passes[0][0], Math.min(...passes.map(([, ns]) => ns)), count);
})();
