const crypto = require('crypto');
process.nextTick(() => console.log('tick'));
console.log(crypto.randomBytes(16).length);
crypto.randomBytes(8, (error, bytes) => console.log('callback', error, bytes.length));
console.log('script');
