process.env.UV_THREADPOOL_SIZE = '1';
const crypto = require('crypto');
const fs = require('fs');
crypto.pbkdf2('secret', 'salt', 20000, 32, 'sha256', () => console.log('hash'));
fs.stat(__filename, () => console.log('stat'));
crypto.randomBytes(4, () => console.log('random bytes'));
console.log('script');
