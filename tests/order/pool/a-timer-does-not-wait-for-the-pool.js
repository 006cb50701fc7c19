process.env.UV_THREADPOOL_SIZE = '1';
const crypto = require('crypto');
let hashed = false;
crypto.pbkdf2('secret', 'salt', 200000, 64, 'sha512', () => {
  hashed = true;
  console.log('hash');
});
setTimeout(() => console.log('timer, hashed:', hashed), 1);
setImmediate(() => console.log('immediate, hashed:', hashed));
const stop = Date.now() + 3;
while (Date.now() < stop);
