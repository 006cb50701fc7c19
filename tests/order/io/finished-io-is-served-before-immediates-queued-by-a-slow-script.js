// One thread runs the jobs in turn: when the folder is there, the stat before it is done, however busy the machine is.
process.env.UV_THREADPOOL_SIZE = '1';
const fs = require('fs');
const folder = require('path').join(require('os').tmpdir(), `hexloop-io-${process.pid}`);
fs.stat(__filename, () => {
  console.log('io');
  setImmediate(() => console.log('immediate set by io'));
});
fs.mkdir(folder, () => fs.rmdirSync(folder));
setImmediate(() => console.log('immediate set by the script'));
while (!fs.existsSync(folder));
