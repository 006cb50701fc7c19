'use strict';
// A file is read anew for every event, again and again.
const { readFileSync } = require('node:fs');

let events = 0;
const interval = setInterval(() => {
  const end = performance.now() + 10;
  let size = 0;
  while (performance.now() < end) {
    size += readFileSync(__filename).length; // <- sync-call
  }
  if (++events === 40) clearInterval(interval);
  if (size === 0) throw new Error('empty');
}, 5);
