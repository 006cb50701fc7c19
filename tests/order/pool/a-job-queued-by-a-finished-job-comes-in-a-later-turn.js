const crypto = require('crypto');
crypto.randomBytes(4, () => {
  console.log('first');
  crypto.randomBytes(4, () => console.log('second'));
  setImmediate(() => console.log('immediate'));
});
