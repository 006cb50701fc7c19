const fs = require('fs');
fs.readFile(__filename, () => {
  console.log('io');
  setImmediate(() => {
    console.log('immediate');
    Promise.resolve().then(() => {
      console.log('promise');
      process.nextTick(() => {
        console.log('tick');
        Promise.resolve().then(() => console.log('promise in tick'));
        process.nextTick(() => console.log('tick in tick'));
      });
      Promise.resolve().then(() => console.log('promise in promise'));
    });
    process.nextTick(() => console.log('tick of immediate'));
  });
  setImmediate(() => console.log('immediate 2'));
  process.nextTick(() => console.log('tick of io'));
});
