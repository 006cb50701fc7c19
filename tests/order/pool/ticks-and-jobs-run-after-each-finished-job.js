process.env.UV_THREADPOOL_SIZE = '1';
const crypto = require('crypto');
for (const name of ['a', 'b']) {
  crypto.randomBytes(4, () => {
    console.log(name);
    Promise.resolve().then(() => console.log(name, 'promise'));
    process.nextTick(() => console.log(name, 'tick'));
  });
}
const stop = Date.now() + 40;
while (Date.now() < stop);
