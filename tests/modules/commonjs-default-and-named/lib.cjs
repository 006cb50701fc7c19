console.log('runs', module.parent, require.main === module, typeof require, __filename.endsWith('lib.cjs'));
exports.one = 1;
module.exports.two = 2;
exports.fn = function () { return this === undefined ? 'no this' : 'this'; };
if (false) exports.never = 1;
exports.later = undefined;
