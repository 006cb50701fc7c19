'use strict';
// Read once, at the start.
const { readFileSync } = require('node:fs');

const { length } = readFileSync(__filename);
let events = 0;
const interval = setInterval(() => {
  if (length === 0) throw new Error('empty');
  if (++events === 40) clearInterval(interval);
}, 5);
