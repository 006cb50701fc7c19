// The only thread waits until somebody opens the pipe's other end, which the immediate does.
process.env.UV_THREADPOOL_SIZE = '1';
const fs = require('fs');
const folder = fs.mkdtempSync(require('path').join(require('os').tmpdir(), 'hexloop-pool-'));
const pipe = `${folder}/pipe`;
require('child_process').execFileSync('mkfifo', [pipe]);
let opened = false;
fs.open(pipe, 'r', () => {
  opened = true;
  console.log('opened');
  fs.rmSync(folder, { recursive: true });
});
setTimeout(() => console.log('timer, opened:', opened), 1);
setImmediate(() => {
  console.log('immediate, opened:', opened);
  fs.closeSync(fs.openSync(pipe, 'w'));
});
const stop = Date.now() + 3;
while (Date.now() < stop);
