'use strict';
// The two lines that every program prints, and a folder for those that need files.
const fs = require('fs');
const os = require('os');
const path = require('path');

exports.report = (result, ns, count) => {
  console.log(`result ${result}`);
  console.log(`ns ${Number(ns) / count}`);
};

exports.now = () => process.hrtime.bigint();

// `work(turn)`, warmed up, then timed: what `count` turns take, best of several passes.
exports.best = (passes, count, work) => {
  let least = Infinity;
  let result;
  for (let pass = 0; pass < passes; pass++) {
    const begin = exports.now();
    for (let turn = 0; turn < count; turn++) result = work(turn);
    least = Math.min(least, Number(exports.now() - begin));
  }
  exports.report(result, least, count);
};

// In memory where possible: the runtimes are compared, not the disks.
exports.folder = () => {
  const root = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(root, 'hexloop-bench-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
};
