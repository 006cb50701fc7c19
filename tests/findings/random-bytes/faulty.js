'use strict';
// Random bytes by the megabyte, made on the loop's own thread.
const cpu = () => process.threadCpuUsage().user / 1000;
const { randomBytes } = require('node:crypto');

setTimeout(() => {
  const end = cpu() + 400;
  while (cpu() < end) {
    randomBytes(16 << 20); // <- sync-call
  }
}, 1);
