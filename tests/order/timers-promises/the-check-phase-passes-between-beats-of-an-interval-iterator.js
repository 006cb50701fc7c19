const { setInterval: every } = require('timers/promises');
(async () => {
  let n = 0;
  for await (const _ of every(20)) {
    n += 1;
    console.log('beat', n);
    if (n === 1) setImmediate(() => console.log('immediate'));
    if (n === 3) break;
  }
})();
