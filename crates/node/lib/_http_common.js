'use strict';
// The exports of Node's legacy module of this name.

const { arrayPush, arraySort } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { HTTPParser, httpMethods, freeList, kIncomingMessage, methods, allocParser } = require('http/parser');
const { checkInvalidHeaderChar, checkIsHttpToken } = require('http/tokens');
const { calculateLenientFlags, isLenient } = require('http/limits');

// The pool of parsers, with the interface of Node's FreeList.
const parsers = {
  name: 'parsers',
  ctor: function parsersCb() { return new HTTPParser(); },
  get max() { return freeList.max; },
  set max(max) { freeList.max = max; },
  get list() { return freeList.list; },
  alloc: () => allocParser(),
  free(parser) {
    if (freeList.list.length >= freeList.max) return false;
    arrayPush(freeList.list, parser);
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
  methods: arraySort(sliceOf(methods, 0, httpMethods)),
  parsers,
  kIncomingMessage,
  HTTPParser,
  isLenient,
  calculateLenientFlags,
  prepareError,
  kSkipPendingData: Symbol('SkipPendingData'),
};
