module.exports = require('./base.cjs');
