const fs = require('fs');
const done = (name) => () => {
  console.log(name);
  Promise.resolve().then(() => console.log(name, 'promise'));
  process.nextTick(() => console.log(name, 'tick'));
};
process.env.UV_THREADPOOL_SIZE = '1';
fs.stat(__filename, done('stat 1'));
fs.stat(__filename, done('stat 2'));
const stop = Date.now() + 50;
while (Date.now() < stop);
