const crypto = require('crypto');
crypto.pbkdf2('secret', 'salt', 1000, 8, 'sha256', (error, key) => {
  console.log(error, key.toString('hex') === crypto.pbkdf2Sync('secret', 'salt', 1000, 8, 'sha256').toString('hex'));
  setTimeout(() => console.log('timer'), 0);
  setImmediate(() => console.log('immediate'));
  process.nextTick(() => console.log('tick'));
});
console.log('script');
