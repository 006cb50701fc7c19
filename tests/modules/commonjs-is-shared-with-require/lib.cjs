console.log('lib runs');
exports.n = {};
