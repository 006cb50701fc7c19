'use strict';
// /bin/true, one after another, from spawn() to 'close'.
const { spawn } = require('node:child_process');
const { now, report } = require('./measure.js');

const COUNT = 300;

const run = () => new Promise((resolve, reject) => {
  const child = spawn('/bin/true');
  child.on('error', reject);
  child.on('close', resolve);
});

async function main() {
  for (let i = 0; i < 20; i++) await run();
  let sum = 0;
  const begin = now();
  for (let i = 0; i < COUNT; i++) sum += await run();
  report(sum, 'ns', (now() - begin) / COUNT);
}

main();
