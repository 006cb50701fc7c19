const { readFile } = require('fs');
let left = 3;
(function next() {
  if (left === 0) return console.log('done');
  readFile(__filename, () => {
    console.log('file', left);
    setImmediate((n) => console.log('immediate of', n), left);
    left -= 1;
    next();
  });
})();
