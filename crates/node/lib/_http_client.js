'use strict';

const { ClientRequest } = require('http/client');

module.exports = { ClientRequest };
