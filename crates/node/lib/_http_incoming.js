'use strict';

const { IncomingMessage, kDetachAbortSignal } = require('http/incoming');
const { readStart, readStop } = require('http/parser');

module.exports = { IncomingMessage, kDetachAbortSignal, readStart, readStop };
