'use strict';
// soak/children.js COUNT: as many children, four at a time and of every kind, leave no zombie and no descriptor.

const cp = require('child_process');
const { conclude, held } = require('./flat.js');

const count = Number(process.argv[2] ?? 10000);
const AT_A_TIME = 4;

const closed = (child) => new Promise((resolve) => {
  child.on('error', () => {});
  child.on('close', resolve);
});

const KINDS = [
  () => closed(cp.spawn('/bin/true')),
  () => closed(cp.spawn('/bin/true', { stdio: 'ignore' })),
  () => closed(cp.spawn('/no/such/program')),
  () => closed(cp.spawn('/bin/cat').on('spawn', function () { this.stdin.end('text'); })),
  () => closed(cp.spawn('/bin/sleep', ['100']).on('spawn', function () { this.kill('SIGKILL'); })),
  () => closed(cp.spawn('/bin/true', { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })),
  () => new Promise((resolve) => { cp.execFile('/bin/echo', ['a'], resolve); }),
  async () => { cp.spawnSync('/bin/true'); },
];

let next = 0;
async function until(end) {
  const lane = async () => {
    while (next < end) await KINDS[next++ % KINDS.length]();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

(async () => {
  await until(Math.ceil(count / 5));
  const before = held();
  await until(count);
  await conclude(before);
})();
