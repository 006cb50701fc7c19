const fs = require('fs');
fs.stat(__filename, () => {
  console.log('io');
  setImmediate(() => console.log('immediate set by io'));
});
setImmediate(() => console.log('immediate set by the script'));
const stop = Date.now() + 50;
while (Date.now() < stop);
