const fs = require('fs');
fs.readFile(__dirname + '/no-such-file', (error, data) => {
  console.log(error.code, error.syscall, data);
  process.nextTick(() => console.log('tick of the callback'));
});
process.nextTick(() => console.log('tick'));
console.log('script');
