'use strict';
// What programs know of HTTP under the name of this old module.

const { HTTPParser, httpMethods, kIncomingMessage, methods } = require('http/parser');
const { checkInvalidHeaderChar, checkIsHttpToken } = require('http/tokens');
const { calculateLenientFlags, isLenient } = require('http/limits');

// Parsers are cheap to make: none are kept, but the list of those that could be is where programs look for it.
class FreeList {
  constructor(name, max, ctor) {
    this.name = name;
    this.ctor = ctor;
    this.max = max;
    this.list = [];
  }

  alloc() { return this.list.length > 0 ? this.list.pop() : this.ctor(); }

  free(item) {
    if (this.list.length >= this.max) return false;
    this.list.push(item);
    return true;
  }
}

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
  parsers: new FreeList('parsers', 1000, function parsersCb() { return new HTTPParser(); }),
  kIncomingMessage,
  HTTPParser,
  isLenient,
  calculateLenientFlags,
  prepareError,
  kSkipPendingData: Symbol('SkipPendingData'),
};
