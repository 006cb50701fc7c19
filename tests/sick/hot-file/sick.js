'use strict';
// A file is read anew for every event.
const { readFileSync } = require('node:fs');

let events = 0;
const interval = setInterval(() => {
  let size = 0;
  for (let at = 0; at < 20; at++) size += readFileSync(__filename).length; // <- sync-call
  if (++events === 40) clearInterval(interval);
  if (size === 0) throw new Error('empty');
}, 5);
