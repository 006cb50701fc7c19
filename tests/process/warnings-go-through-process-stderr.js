'use strict';
const { write } = process.stderr;
const written = [];
process.stderr.write = (text) => { written.push(text); return true; };
process.on('warning', () => {
  process.stderr.write = write;
  console.log(written.join('').replace(/\d+/, 'PID').trim());
});
process.emitWarning('look out', { code: 'MINE', detail: 'below' });
