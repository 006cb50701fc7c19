'use strict';
// The constructor string parser of URLPattern: `https://*.a.b/:id?q=*` is { protocol, hostname, pathname, search }.

const { arrayIncludes, mathMin } = require('core/intrinsics');
const { isIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { tokenize } = require('web/pattern');

const TEXT = ['char', 'escaped', 'invalid'];
const BEFORE_HOST = ['protocol', 'authority', 'username', 'password'];

class PatternString {
  #input;
  #tokens;
  #at = 0;
  #step = 1;
  #start = 0;
  #state = 'init';
  #depth = 0;
  #brackets = 0;
  #isSpecial = false;
  result = {};

  constructor(input, isSpecialProtocol) {
    this.#input = input;
    this.#tokens = tokenize(input, true);
    this.isSpecialProtocol = isSpecialProtocol;
  }

  parse() {
    for (; this.#at < this.#tokens.length; this.#at += this.#step) {
      this.#step = 1;
      const { type } = this.#tokens[this.#at];
      if (type === 'end') {
        if (this.#atEnd()) break;
        continue;
      }
      if (type === 'open') {
        this.#depth++;
        continue;
      }
      if (this.#depth > 0) {
        if (type !== 'close') continue;
        this.#depth--;
      }
      this[this.#state]();
    }
    if (this.result.hostname !== undefined && this.result.port === undefined) this.result.port = '';
    return this.result;
  }

  // True when parsing is complete.
  #atEnd() {
    if (this.#state === 'init') {
      this.#rewind();
      if (this.#is('#')) this.#change('hash', 1);
      else if (this.#isSearch()) this.#change('search', 1);
      else this.#change('pathname', 0);
      return false;
    }
    if (this.#state === 'authority') {
      this.#rewind('hostname');
      return false;
    }
    this.#change('done', 0);
    return true;
  }

  init() {
    if (this.#is(':')) this.#rewind('protocol');
  }

  protocol() {
    if (!this.#is(':')) return;
    this.#isSpecial = this.isSpecialProtocol(this.#text());
    if (this.#is('/', 1) && this.#is('/', 2)) this.#change('authority', 3);
    else this.#change(this.#isSpecial ? 'authority' : 'pathname', 1);
  }

  authority() {
    if (this.#is('@')) this.#rewind('username');
    else if (this.#is('/') || this.#isSearch() || this.#is('#')) this.#rewind('hostname');
  }

  username() {
    if (this.#is(':')) this.#change('password', 1);
    else if (this.#is('@')) this.#change('hostname', 1);
  }

  password() {
    if (this.#is('@')) this.#change('hostname', 1);
  }

  hostname() {
    if (this.#is('[')) this.#brackets++;
    else if (this.#is(']')) this.#brackets--;
    else if (this.#is(':') && this.#brackets === 0) this.#change('port', 1);
    else this.port();
  }

  port() {
    if (this.#is('/')) this.#change('pathname', 0);
    else this.pathname();
  }

  pathname() {
    if (this.#isSearch()) this.#change('search', 1);
    else this.search();
  }

  search() {
    if (this.#is('#')) this.#change('hash', 1);
  }

  hash() {}

  #token(at) {
    return this.#tokens[mathMin(at, this.#tokens.length - 1)];
  }

  #is(value, offset = 0) {
    const token = this.#token(this.#at + offset);
    return token.value === value && isIn(TEXT, token.type);
  }

  // A question mark that is not a modifier of the token before it.
  #isSearch() {
    if (this.#is('?')) return true;
    if (this.#tokens[this.#at].value !== '?') return false;
    return this.#at === 0 || !arrayIncludes(['name', 'regexp', 'close', 'asterisk'], this.#token(this.#at - 1).type);
  }

  #text() {
    return sliceOf(this.#input, this.#token(this.#start).index, this.#tokens[this.#at].index);
  }

  #rewind(state = this.#state) {
    this.#at = this.#start;
    this.#step = 0;
    this.#state = state;
  }

  // A component that is skipped between two given ones is empty, not a wildcard.
  #change(next, skip) {
    const { result } = this;
    const from = this.#state;
    if (!arrayIncludes(['init', 'authority', 'done'], from)) result[from] = this.#text();
    if (from !== 'init' && next !== 'done') {
      if (isIn(BEFORE_HOST, from) && arrayIncludes(['port', 'pathname', 'search', 'hash'], next)) result.hostname ??= '';
      if (arrayIncludes([...each(BEFORE_HOST), 'hostname', 'port'], from) && arrayIncludes(['search', 'hash'], next)) {
        result.pathname ??= this.#isSpecial ? '/' : '';
      }
      if (arrayIncludes([...each(BEFORE_HOST), 'hostname', 'port', 'pathname'], from) && next === 'hash') result.search ??= '';
    }
    this.#state = next;
    this.#at += skip;
    this.#start = this.#at;
    this.#step = 0;
  }
}

module.exports = { parsePatternString: (input, isSpecialProtocol) => new PatternString(input, isSpecialProtocol).parse() };
