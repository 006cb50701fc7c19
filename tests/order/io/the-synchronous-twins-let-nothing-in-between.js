const fs = require('fs');
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
console.log('stat', fs.statSync(__filename).isFile());
console.log('read', fs.readFileSync(__filename, 'utf8').length > 0);
console.log('script ends');
