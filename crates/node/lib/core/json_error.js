'use strict';
// What V8 says of a text that is no JSON. The engine's own words name neither the place nor what stood there, so a text that
// it has refused is read once more, only far enough to find the fault.

const WHITE = new Set([' ', '\t', '\n', '\r']);
const CONTEXT = 10;

// The message of the SyntaxError; undefined where the text is JSON after all.
function faultOf(text) {
  const reader = new Reader(text);
  try {
    reader.document();
  } catch (fault) {
    if (typeof fault !== 'string') throw fault;
    return fault;
  }
  return undefined;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  // Values that are open are kept in a list: a text may be nested deeper than the stack.
  document() {
    const open = [];
    for (;;) {
      let ended = this.valueOrOpening(open);
      while (ended) {
        if (open.length === 0) return this.end();
        ended = this.afterMember(open);
      }
    }
  }

  end() {
    this.skip();
    if (this.at < this.text.length) this.fail('Unexpected non-whitespace character after JSON');
  }

  // True after a whole value, false after the opening of an object or array that has members.
  valueOrOpening(open) {
    this.skip();
    const letter = this.text[this.at];
    if (letter === '{') return this.opening(open, '}');
    if (letter === '[') return this.opening(open, ']');
    if (letter === '"') this.string();
    else if (letter === '-' || isDigit(letter)) this.number();
    else this.word();
    return true;
  }

  opening(open, closing) {
    this.at++;
    this.skip();
    if (this.text[this.at] === closing) {
      this.at++;
      return true;
    }
    open.push(closing);
    if (closing === '}') this.name("Expected property name or '}' in JSON");
    return false;
  }

  // True where the object or array ends.
  afterMember(open) {
    const closing = open[open.length - 1];
    this.skip();
    const letter = this.text[this.at];
    if (letter === closing) {
      this.at++;
      open.pop();
      return true;
    }
    if (letter !== ',') {
      this.fail(closing === '}' ? "Expected ',' or '}' after property value in JSON" : "Expected ',' or ']' after array element in JSON");
    }
    this.at++;
    if (closing === '}') this.name('Expected double-quoted property name in JSON');
    return false;
  }

  name(otherwise) {
    this.skip();
    if (this.text[this.at] !== '"') this.fail(otherwise);
    this.string();
    this.skip();
    if (this.text[this.at] !== ':') this.fail("Expected ':' after property name in JSON");
    this.at++;
  }

  string() {
    for (this.at++; this.text[this.at] !== '"'; this.at++) {
      const letter = this.text[this.at];
      if (letter === undefined) this.fail('Unterminated string in JSON');
      if (letter < ' ') this.fail('Bad control character in string literal in JSON');
      if (letter === '\\') this.escape();
    }
    this.at++;
  }

  escape() {
    const letter = this.text[++this.at];
    if (letter === undefined) this.unexpected();
    if (letter === 'u') {
      for (let i = 0; i < 4; i++) {
        if (!/^[0-9a-fA-F]$/.test(this.text[++this.at] ?? '')) this.fail('Bad Unicode escape in JSON');
      }
    } else if (!'"\\/bfnrt'.includes(letter)) {
      this.fail('Bad escaped character in JSON');
    }
  }

  number() {
    if (this.text[this.at] === '-' && !isDigit(this.text[++this.at])) this.fail('No number after minus sign in JSON');
    if (this.text[this.at] === '0') {
      this.at++;
      if (isDigit(this.text[this.at])) this.fail('Unexpected number in JSON');
    } else {
      this.digits();
    }
    if (this.text[this.at] === '.') {
      this.at++;
      if (!isDigit(this.text[this.at])) this.fail('Unterminated fractional number in JSON');
      this.digits();
    }
    if (this.text[this.at] === 'e' || this.text[this.at] === 'E') {
      this.at++;
      if (this.text[this.at] === '+' || this.text[this.at] === '-') this.at++;
      if (!isDigit(this.text[this.at])) this.fail('Exponent part is missing a number in JSON');
      this.digits();
    }
  }

  digits() {
    while (isDigit(this.text[this.at])) this.at++;
  }

  word() {
    const word = ['true', 'false', 'null'].find((word) => word[0] === this.text[this.at]);
    if (word === undefined) this.unexpected();
    for (const letter of word) {
      if (this.text[this.at] !== letter) this.unexpected();
      this.at++;
    }
  }

  skip() {
    while (WHITE.has(this.text[this.at])) this.at++;
  }

  fail(message) {
    const before = this.text.slice(0, this.at).split(/\r\n|\n|\r/);
    throw `${message} at position ${this.at} (line ${before.length} column ${before.at(-1).length + 1})`;
  }

  unexpected() {
    const { text, at } = this;
    if (at >= text.length) throw 'Unexpected end of JSON input';
    if (text[at] === '"') this.fail('Unexpected string in JSON');
    if (text[at] === '-' || isDigit(text[at])) this.fail('Unexpected number in JSON');
    if (['NaN', 'Infinity', 'undefined', '[object Object]'].includes(text)) throw `"${text}" is not valid JSON`;
    const isLong = text.length > 2 * CONTEXT;
    const start = isLong && at >= CONTEXT ? at - CONTEXT : 0;
    const end = isLong && at < text.length - CONTEXT ? at + CONTEXT : text.length;
    throw `Unexpected token '${text[at]}', ${start > 0 || (isLong && at >= CONTEXT) ? '...' : ''}"${text.slice(start, end)}"${end < text.length ? '... ' : ' '}is not valid JSON`;
  }
}

function isDigit(letter) {
  return letter >= '0' && letter <= '9';
}

// Parses; the error of what is no JSON speaks V8's words, after the name of the file.
function parseFile(text, filename) {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xFEFF ? text.slice(1) : text);
  } catch (error) {
    require('core/stack').normalize(error);
    const { message } = error;
    error.message = `${filename}: ${faultOf(text.charCodeAt(0) === 0xFEFF ? text.slice(1) : text) ?? message}`;
    error.stack = error.stack.replace(message, () => error.message);
    throw error;
  }
}

module.exports = { parseFile, faultOf };
