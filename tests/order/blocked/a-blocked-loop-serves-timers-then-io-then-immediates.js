const fs = require('fs');
fs.stat(__filename, () => console.log('io'));
setImmediate(() => console.log('immediate'));
setTimeout(() => console.log('timer'), 5);
const stop = Date.now() + 60;
while (Date.now() < stop);
