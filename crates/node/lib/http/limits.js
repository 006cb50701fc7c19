'use strict';
// Options of the command line for HTTP: --max-http-header-size and --insecure-http-parser.

const globals = require('globals');
const { stringSplit } = require('core/intrinsics');
const { splitAt } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { HTTPParser } = require('http/parser');

const DEFAULT_MAX_HEADER_SIZE = 16 * 1024;

let maxSize;
let isInsecure;
let hasWarned = false;

function readFlags() {
  if (maxSize !== undefined) return;
  maxSize = DEFAULT_MAX_HEADER_SIZE;
  isInsecure = false;
  const args = [...each(splitAt((globals.process.env.NODE_OPTIONS ?? ''), /\s+/g)), ...each(globals.process.execArgv)];
  for (let i = 0; i < args.length; i++) {
    const { 0: name, 1: value = args[i + 1] } = stringSplit(args[i], '=', 2);
    if (name === '--max-http-header-size' && Number(value) > 0) maxSize = Number(value);
    if (name === '--insecure-http-parser') isInsecure = true;
  }
}

function maxHeaderSize() {
  readFlags();
  return maxSize;
}

// Whether all parsers are lenient; warns once.
function isLenient() {
  readFlags();
  if (isInsecure && !hasWarned) {
    hasWarned = true;
    globals.process.emitWarning('Using insecure HTTP parsing');
  }
  return isInsecure;
}

const flagsOf = {
  __proto__: null,
  strict: HTTPParser.kLenientNone,
  relaxed: HTTPParser.kLenientHeaderValueRelaxed,
  insecure: HTTPParser.kLenientAll,
};

// The parser's lenient flags, from the options `httpValidation` or `insecureHTTPParser`.
function calculateLenientFlags(httpValidation, insecureHTTPParser) {
  const flags = flagsOf[httpValidation];
  if (flags !== undefined) return flags;
  return insecureHTTPParser ?? isLenient() ? HTTPParser.kLenientAll : HTTPParser.kLenientNone;
}

module.exports = { calculateLenientFlags, isLenient, maxHeaderSize };
