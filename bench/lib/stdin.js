'use strict';
// Counts the bytes of standard input; per megabyte. The suite pipes 1 GB in.
const { now, report } = require('./measure.js');

let bytes = 0;
let begin;
process.stdin.on('data', (chunk) => {
  begin ??= now();
  bytes += chunk.length;
});
process.stdin.on('end', () => report(bytes, Number(now() - begin), bytes / 2 ** 20));
