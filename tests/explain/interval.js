'use strict';
// An interval that clears itself, and the end of the process. // turns vary
let runs = 0;
const interval = setInterval(() => {
  console.log('run', ++runs);
  if (runs === 2) clearInterval(interval);
}, 20);
process.on('exit', () => console.error('exit'));
