'use strict';
// As many as a program needs, and made on the thread pool.
const { randomBytes } = require('node:crypto');

setTimeout(() => {
  for (let i = 0; i < 8; i++) randomBytes(64 << 10, () => {});
}, 1);
