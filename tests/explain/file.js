'use strict';
// After an I/O callback the check phase comes before the timers. // turns vary
const { readFile } = require('node:fs');

readFile('/dev/null', () => {
  console.log('file');
  setTimeout(() => console.log('timer'), 0);
  setImmediate(() => console.log('immediate'));
});
