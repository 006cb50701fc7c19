// One thread runs the jobs in turn: when the folder is there, the stat before it is done, however busy the machine is.
process.env.UV_THREADPOOL_SIZE = '1';
const fs = require('fs');
const folder = require('path').join(require('os').tmpdir(), `hexloop-blocked-${process.pid}`);
fs.stat(__filename, () => console.log('io'));
fs.mkdir(folder, () => fs.rmdirSync(folder));
setImmediate(() => console.log('immediate'));
setTimeout(() => console.log('timer'), 5);
const stop = Date.now() + 20;
while (Date.now() < stop || !fs.existsSync(folder));
