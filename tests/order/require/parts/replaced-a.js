const b = require('./replaced-b.js');
module.exports = function a() {};
process.nextTick(() => console.log('later b sees', typeof b.seen(), b.seen() === module.exports));
