const { createHash } = require('crypto');
process.nextTick(() => console.log('tick'));
console.log(createHash('sha256').update('hex').update('loop').digest('hex').slice(0, 16));
console.log(createHash('md5').update('hexloop').digest('base64'));
