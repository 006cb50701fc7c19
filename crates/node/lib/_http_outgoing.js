'use strict';

const { OutgoingMessage, kHighWaterMark, kUniqueHeaders } = require('http/outgoing');
const { parseUniqueHeadersOption } = require('http/outgoing_headers');
const { validateHeaderName, validateHeaderValue } = require('http/tokens');

module.exports = {
  kHighWaterMark, kUniqueHeaders, parseUniqueHeadersOption, validateHeaderName, validateHeaderValue, OutgoingMessage,
};
