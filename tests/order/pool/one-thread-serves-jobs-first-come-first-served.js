process.env.UV_THREADPOOL_SIZE = '1';
const crypto = require('crypto');
for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
  crypto.pbkdf2(name, 'salt', 500, 16, 'sha1', () => console.log(name));
}
