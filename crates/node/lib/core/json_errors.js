'use strict';
// V8's messages for invalid JSON.
//
// The engine has other messages and no position, so the source is parsed again up to the error, only after JSON.parse has failed.
// Open brackets are kept in a list: deeply nested input must not overflow the stack.

const {
  arrayAt, arrayJoin, arrayPop, arrayPush, arraySplice, jsonParse, regexpTest, stringCharCodeAt, stringIncludes, stringSplit,
  stringStartsWith,
} = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { replaceIn, splitAt } = require('core/safe/patterns');
const { each } = require('core/safe/walk');

const SPACE = /[ \t\n\r]*/y;
const STRING_PART = /[^"\\\u0000-\u001f]*/y;
const LITERALS = { __proto__: null, t: 'true', f: 'false', n: 'null' };
const NON_JSON = new SafeSet(['NaN', 'Infinity', 'undefined', '[object Object]']);
const CONTEXT = 10;

const PREFIX = 'JSON Parse error: ';

// Gives the engine's error V8's message; errors of a reviver are left alone.
function setV8Message(error, text) {
  if (!(error instanceof SyntaxError) || typeof error.message !== 'string' || !stringStartsWith(error.message, PREFIX)) return;
  const message = findMessage(text);
  if (message === undefined) return;
  error.message = message;
  removeWrapperFrame(error);
}

// Our wrapper is not part of the program: its frame is replaced by the engine's parse, with V8's name, and the position that the
// engine recorded on the error is removed.
function removeWrapperFrame(error) {
  const text = binding('stack').engineStack(error);
  if (typeof text !== 'string') return;
  const lines = stringSplit(text, '\n');
  if (lines[0] !== 'parse@[native code]') return;
  arraySplice(lines, 0, 2, 'JSON.parse@[native code]');
  require('core/stack').setFrames(error, arrayJoin(lines, '\n'));
}

function findMessage(text) {
  const reader = new Reader(text);
  try {
    reader.readAll();
  } catch (thrown) {
    if (typeof thrown !== 'string') throw thrown;
    return thrown;
  }
  return undefined;
}

const isDigit = (character) => character >= '0' && character <= '9';

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    // The closing brackets that are expected.
    this.open = [];
  }

  get character() {
    return this.text[this.at];
  }

  skip(pattern) {
    pattern.lastIndex = this.at;
    regexpTest(pattern, this.text);
    this.at = pattern.lastIndex;
  }

  // The next character that is not whitespace; undefined at the end.
  token() {
    this.skip(SPACE);
    return this.character;
  }

  // Throws V8's message to findMessage.
  fail(message) {
    const { line, column } = lineAndColumn(this.text, this.at);
    throw `${message} in JSON at position ${this.at} (line ${line} column ${column})`;
  }

  unexpected() {
    const { text, at, character } = this;
    if (character === undefined) throw 'Unexpected end of JSON input';
    if (character === '-' || isDigit(character)) this.fail('Unexpected number');
    if (character === '"') this.fail('Unexpected string');
    if (NON_JSON.has(text)) throw `"${text}" is not valid JSON`;
    throw `Unexpected token '${character}', ${excerpt(text, at)} is not valid JSON`;
  }

  readAll() {
    do {
      this.readUpToScalar();
    } while (this.continueAfterValue());
    if (this.token() === undefined) return;
    const { line, column } = lineAndColumn(this.text, this.at);
    throw `Unexpected non-whitespace character after JSON at position ${this.at} (line ${line} column ${column})`;
  }

  // One value that is not a bracket, or an empty pair, and everything that opens before it.
  readUpToScalar() {
    for (;;) {
      const first = this.token();
      if (first === '[') {
        this.at++;
        if (this.token() === ']') break;
        arrayPush(this.open, ']');
      } else if (first === '{') {
        this.at++;
        const next = this.token();
        if (next === '}') break;
        if (next !== '"') this.fail("Expected property name or '}'");
        arrayPush(this.open, '}');
        this.readName();
      } else {
        return this.readScalar(first);
      }
    }
    this.at++;
  }

  // After a value: whether another one follows.
  continueAfterValue() {
    while (this.open.length > 0) {
      const closer = arrayAt(this.open, -1);
      const next = this.token();
      if (next === ',') {
        this.at++;
        if (closer === ']') return true;
        if (this.token() !== '"') this.fail('Expected double-quoted property name');
        this.readName();
        return true;
      }
      if (next !== closer) {
        this.fail(closer === ']' ? "Expected ',' or ']' after array element" : "Expected ',' or '}' after property value");
      }
      this.at++;
      arrayPop(this.open);
    }
    return false;
  }

  readName() {
    this.readString();
    if (this.token() !== ':') this.fail("Expected ':' after property name");
    this.at++;
  }

  readScalar(first) {
    if (first === '"') return this.readString();
    if (first === '-' || (first !== undefined && isDigit(first))) return this.readNumber();
    const literal = LITERALS[first];
    if (literal === undefined) this.unexpected();
    for (const character of each(literal)) {
      if (this.character !== character) this.unexpected();
      this.at++;
    }
  }

  readString() {
    this.at++;
    for (;;) {
      this.skip(STRING_PART);
      const character = this.character;
      if (character === undefined) this.fail('Unterminated string');
      if (character !== '"' && character !== '\\') this.fail('Bad control character in string literal');
      this.at++;
      if (character === '"') return;
      this.readEscape();
    }
  }

  readEscape() {
    if (this.character === undefined) this.unexpected();
    if (!stringIncludes('"\\/bfnrtu', this.character)) this.fail('Bad escaped character');
    const digits = this.character === 'u' ? 4 : 0;
    this.at++;
    for (let i = 0; i < digits; i++, this.at++) {
      if (!regexpTest(/^[\da-f]$/i, this.character ?? '')) this.fail('Bad Unicode escape');
    }
  }

  readNumber() {
    if (this.character === '-') {
      this.at++;
      if (!this.isAtDigit()) this.fail('No number after minus sign');
    }
    if (this.character === '0') {
      this.at++;
      if (this.isAtDigit()) this.fail('Unexpected number');
    }
    this.skipDigits();
    if (this.character === '.') {
      this.at++;
      if (!this.isAtDigit()) this.fail('Unterminated fractional number');
      this.skipDigits();
    }
    if (this.character === 'e' || this.character === 'E') {
      this.at++;
      if (this.character === '+' || this.character === '-') this.at++;
      if (!this.isAtDigit()) this.fail('Exponent part is missing a number');
      this.skipDigits();
    }
  }

  isAtDigit() {
    return this.character !== undefined && isDigit(this.character);
  }

  skipDigits() {
    while (this.isAtDigit()) this.at++;
  }
}

// An excerpt around a character, for a message.
function excerpt(text, at) {
  if (text.length <= 2 * CONTEXT) return `"${text}"`;
  if (at < CONTEXT) return `"${sliceOf(text, 0, at + CONTEXT)}"...`;
  if (at < text.length - CONTEXT) return `..."${sliceOf(text, at - CONTEXT, at + CONTEXT)}"...`;
  return `..."${sliceOf(text, at - CONTEXT)}"`;
}

function lineAndColumn(text, at) {
  const lines = splitAt(sliceOf(text, 0, at), /\r\n|\n|\r/g);
  return { line: lines.length, column: arrayAt(lines, -1).length + 1 };
}

// JSON.parse of a file: the error names it.
function parseFile(text, filename) {
  try {
    return jsonParse(stringCharCodeAt(text, 0) === 0xFEFF ? sliceOf(text, 1) : text);
  } catch (error) {
    require('core/stack').normalize(error);
    const { message } = error;
    error.message = `${filename}: ${message}`;
    error.stack = replaceIn(error.stack, message, () => error.message);
    throw error;
  }
}

module.exports = { setV8Message, parseFile };
