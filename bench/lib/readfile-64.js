'use strict';
// Files of 1 KB, always 64 reads in flight.
const fs = require('fs');
const path = require('path');
const { folder, now, report } = require('./measure.js');

const file = path.join(folder(), 'one-kilobyte');
fs.writeFileSync(file, 'x'.repeat(1024));
const count = 40_000;

function pass(done) {
  let begun = 0;
  let ended = 0;
  let bytes = 0;
  const begin = now();
  const next = () => {
    begun++;
    fs.readFile(file, (error, data) => {
      if (error) throw error;
      bytes += data.length;
      if (++ended === count) done(bytes, Number(now() - begin));
      else if (begun < count) next();
    });
  };
  for (let i = 0; i < 64; i++) next();
}

pass((_, first) => pass((_, second) => pass((bytes, third) => report(bytes, Math.min(first, second, third), count))));
