'use strict';
// A file is read anew for every event, again and again.
const cpu = () => process.threadCpuUsage().user / 1000;
const { readFileSync } = require('node:fs');

let events = 0;
const interval = setInterval(() => {
  const end = cpu() + 10;
  let size = 0;
  while (cpu() < end) {
    size += readFileSync(__filename).length; // <- sync-call
  }
  if (++events === 40) clearInterval(interval);
  if (size === 0) throw new Error('empty');
}, 5);
