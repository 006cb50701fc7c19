'use strict';
// What programs know of HTTP under the name of this old module.

const { HTTPParser, httpMethods, idle, kIncomingMessage, methods, takeParser } = require('http/parser');
const { checkInvalidHeaderChar, checkIsHttpToken } = require('http/tokens');
const { calculateLenientFlags, isLenient } = require('http/limits');

// The parsers that wait to be used again, as programs know them.
const parsers = {
  name: 'parsers',
  ctor: function parsersCb() { return new HTTPParser(); },
  get max() { return idle.max; },
  set max(most) { idle.max = most; },
  get list() { return idle.list; },
  alloc: () => takeParser(),
  free(parser) {
    if (idle.list.length >= idle.max) return false;
    idle.list.push(parser);
    return true;
  },
};

function freeParser(parser, req, socket) {
  parser?.free();
  if (req) req.parser = null;
  if (socket) socket.parser = null;
}

function prepareError(error, parser, rawPacket) {
  error.rawPacket = rawPacket || parser.getCurrentBuffer();
  if (typeof error.reason === 'string') error.message = `Parse Error: ${error.reason}`;
}

module.exports = {
  _checkInvalidHeaderChar: checkInvalidHeaderChar,
  _checkIsHttpToken: checkIsHttpToken,
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  CRLF: '\r\n',
  freeParser,
  methods: methods.slice(0, httpMethods).sort(),
  parsers,
  kIncomingMessage,
  HTTPParser,
  isLenient,
  calculateLenientFlags,
  prepareError,
  kSkipPendingData: Symbol('SkipPendingData'),
};
