const a = require('./replaced-a.js');
console.log('b sees', typeof a, Object.keys(a).length);
exports.seen = () => a;
