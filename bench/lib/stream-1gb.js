'use strict';
// A file of 1 GB through a Transform to another file; per megabyte.
const fs = require('fs');
const path = require('path');
const { Transform, pipeline } = require('stream');
const { folder, now, report } = require('./measure.js');

const place = folder();
const [from, to] = [path.join(place, 'from'), path.join(place, 'to')];
const megabytes = 1024;
const fd = fs.openSync(from, 'w');
const megabyte = Buffer.alloc(1024 * 1024, 'hexloop');
for (let i = 0; i < megabytes; i++) fs.writeSync(fd, megabyte);
fs.closeSync(fd);

let seen = 0;
const through = new Transform({
  transform(chunk, encoding, callback) {
    seen += chunk.length;
    callback(null, chunk);
  },
});
const begin = now();
pipeline(fs.createReadStream(from), through, fs.createWriteStream(to), (error) => {
  if (error) throw error;
  const ns = Number(now() - begin);
  report(`${seen} ${fs.statSync(to).size}`, ns, megabytes);
});
