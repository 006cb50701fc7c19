console.log('first runs');
module.exports = { first: true };
