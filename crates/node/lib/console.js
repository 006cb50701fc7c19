'use strict';

module.exports = require('console/log').console;
