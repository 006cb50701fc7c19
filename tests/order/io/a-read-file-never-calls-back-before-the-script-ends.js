const fs = require('fs');
fs.readFile(__filename, () => console.log('io'));
const stop = Date.now() + 20;
while (Date.now() < stop);
process.nextTick(() => console.log('tick'));
console.log('script ends');
