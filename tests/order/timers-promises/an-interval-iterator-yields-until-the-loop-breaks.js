const { setInterval: every } = require('timers/promises');
(async () => {
  let n = 0;
  for await (const value of every(2, 'beat')) {
    console.log(value, ++n);
    if (n === 3) break;
  }
  console.log('over');
})();
process.on('exit', () => console.log('exit'));
