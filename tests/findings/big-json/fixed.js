'use strict';
// A line for each record, read in parts.
const { setImmediate: turn } = require('node:timers/promises');

const lines = Array.from({ length: 20_000 }, (_, id) => JSON.stringify({ id, name: `row ${id}`, tags: ['a', 'b', 'c'] }));

setTimeout(async () => {
  let sum = 0;
  for (let at = 0; at < lines.length; at++) {
    sum += JSON.parse(lines[at]).id;
    if (at % 200 === 0) await turn();
  }
  console.log(sum);
}, 20);
