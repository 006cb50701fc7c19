// profile: node10
require('fs').readFile(__filename, () => {
  setTimeout(() => console.log('timer'), 0);
  setImmediate(() => {
    console.log('immediate 1');
    process.nextTick(() => console.log('tick of immediate 1'));
  });
  setImmediate(() => console.log('immediate 2'));
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
  console.log('io');
});
