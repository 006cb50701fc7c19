module.exports = { ...require('./base.cjs'), own: 1 };
