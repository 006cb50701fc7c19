const fs = require('fs');
fs.stat(__filename, () => {
  console.log('stat 1');
  fs.stat(__filename, () => console.log('stat 2'));
  setImmediate(() => console.log('immediate'));
});
