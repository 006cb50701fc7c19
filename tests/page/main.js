'use strict';
// `./x test page`: makes the pages, then runs every test of this folder. See harness.js.

const { gzipSync } = require('node:zlib');
const { House } = require('./harness.js');
const { moduleTrace, server, small } = require('./traces.js');

for (const file of ['timeline', 'step', 'reports', 'access', 'narrow', 'sources', 'million']) require(`./${file}.test.js`);

async function main() {
  const args = process.argv.slice(2);
  const house = new House(args.includes('--record'));
  house.make('small', small());
  house.make('module', moduleTrace());
  house.make('server', server(3000, { slow: true }));
  house.makeRaw('packed', 'application/gzip;base64', gzipSync(JSON.stringify(small())).toString('base64'));
  house.makeRaw('broken', 'application/json', '{"format":"hexloop-trace","version":7}');
  const passed = await house.run(args.find((arg) => !arg.startsWith('-')) ?? '');
  process.exit(passed ? 0 : 1);
}

main();
