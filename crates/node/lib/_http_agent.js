'use strict';

const { Agent, getGlobalAgent } = require('http/agent');

module.exports = { Agent, globalAgent: getGlobalAgent() };
