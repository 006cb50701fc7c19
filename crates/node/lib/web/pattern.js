'use strict';
// The patterns of URLPattern: source → tokens → parts → a regular expression, and back to a normalized pattern string.
//
// A part is { type, value, modifier, name, prefix, suffix }; type 'fixed' is fixed text, 'segment' is `:name` (anything up to the
// delimiter), 'wildcard' is `*`, 'regexp' is `(…)`. Each part of a component is encoded as in a URL.

const {
  arrayAt, arrayFilter, arrayForEach, arrayMap, arrayPush, arrayReduce, arraySome, regexpTest, stringCodePointAt, stringEndsWith,
  stringStaticFromCodePoint,
} = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');

const isNameStart = (char) => regexpTest(/^[\p{ID_Start}$_]$/u, char);
const isNamePart = (char) => regexpTest(/^[\p{ID_Continue}$_\u200c\u200d]$/u, char);
const isAscii = (char) => stringCodePointAt(char, 0) < 0x80;

const patternError = (message) => new TypeError(message);

// `lenient` makes invalid characters tokens: the constructor string parser only needs their positions.
function tokenize(input, lenient = false) {
  const chars = [];
  for (let at = 0; at < input.length; at += arrayAt(chars, -1).length) arrayPush(chars, stringStaticFromCodePoint(stringCodePointAt(input, at)));
  const offsets = [];
  arrayReduce(chars, (at, char) => (arrayPush(offsets, at), at + char.length), 0);
  arrayPush(offsets, input.length);
  const tokens = [];
  let at = 0;
  const add = (type, end, from, to) => {
    arrayPush(tokens, { type, index: offsets[at], value: sliceOf(input, offsets[from], offsets[to]) });
    at = end;
  };
  const invalid = (end, message) => {
    if (!lenient) throw patternError(message);
    add('invalid', end, at, end);
  };
  while (at < chars.length) {
    const char = chars[at];
    if (char === '*') add('asterisk', at + 1, at, at + 1);
    else if (char === '+' || char === '?') add('modifier', at + 1, at, at + 1);
    else if (char === '{') add('open', at + 1, at, at + 1);
    else if (char === '}') add('close', at + 1, at, at + 1);
    else if (char === '\\') {
      if (at === chars.length - 1) invalid(at + 1, 'A pattern ends in a backslash');
      else add('escaped', at + 2, at + 1, at + 2);
    } else if (char === ':') {
      let end = at + 1;
      while (end < chars.length && (end === at + 1 ? isNameStart(chars[end]) : isNamePart(chars[end]))) end++;
      if (end === at + 1) invalid(at + 1, 'A name is missing');
      else add('name', end, at + 1, end);
    } else if (char === '(') {
      const end = endOfRegexp(chars, at);
      if (end === -1) invalid(at + 1, 'A regular expression is not well formed');
      else add('regexp', end, at + 1, end - 1);
    } else add('char', at + 1, at, at + 1);
  }
  add('end', at, at, at);
  return tokens;
}

// The position after the closing parenthesis; -1 if there is none, or a capturing group inside.
function endOfRegexp(chars, start) {
  let depth = 1;
  let at = start + 1;
  for (; at < chars.length; at++) {
    const char = chars[at];
    if (!isAscii(char) || (at === start + 1 && char === '?')) return -1;
    if (char === '\\') {
      at++;
      if (at >= chars.length || !isAscii(chars[at])) return -1;
    } else if (char === ')') {
      if (--depth === 0) return at === start + 1 ? -1 : at + 1;
    } else if (char === '(') {
      depth++;
      if (chars[at + 1] !== '?') return -1;
    }
  }
  return -1;
}

const escapeRegexp = (text) => replaceIn(text, /[.+*?^${}()[\]|/\\]/g, '\\$&');
const escapePattern = (text) => replaceIn(text, /[+*?:{}()\\]/g, '\\$&');
const segmentRegexp = ({ delimiter }) => `[^${escapeRegexp(delimiter)}]+?`;

class Parser {
  #tokens;
  #at = 0;
  #fixed = '';
  #nextName = 0;
  parts = [];

  constructor(input, options, encode) {
    this.#tokens = tokenize(input);
    this.options = options;
    this.encode = encode;
  }

  #tryConsume(type) {
    return this.#tokens[this.#at].type === type ? this.#tokens[this.#at++] : undefined;
  }

  #consumeRequired(type) {
    const token = this.#tryConsume(type);
    if (token === undefined) throw patternError(`A pattern lacks its ${type}`);
    return token;
  }

  #tryConsumeRegexpOrWildcard(name) {
    return this.#tryConsume('regexp') ?? (name === undefined ? this.#tryConsume('asterisk') : undefined);
  }

  #tryConsumeModifier() {
    return (this.#tryConsume('modifier') ?? this.#tryConsume('asterisk'))?.value ?? '';
  }

  #consumeText() {
    let text = '';
    for (let token; (token = this.#tryConsume('char') ?? this.#tryConsume('escaped')) !== undefined;) text += token.value;
    return text;
  }

  #flush() {
    if (this.#fixed === '') return;
    arrayPush(this.parts, fixedPart(this.encode(this.#fixed), ''));
    this.#fixed = '';
  }

  parse() {
    while (this.#at < this.#tokens.length) {
      const char = this.#tryConsume('char');
      const name = this.#tryConsume('name');
      const value = this.#tryConsumeRegexpOrWildcard(name);
      if (name !== undefined || value !== undefined) {
        let prefix = char?.value ?? '';
        if (prefix !== '' && prefix !== this.options.prefix) {
          this.#fixed += prefix;
          prefix = '';
        }
        this.#flush();
        this.#add(prefix, name, value, '', this.#tryConsumeModifier());
        continue;
      }
      const fixed = char ?? this.#tryConsume('escaped');
      if (fixed !== undefined) {
        this.#fixed += fixed.value;
        continue;
      }
      if (this.#tryConsume('open') !== undefined) {
        this.#group();
        continue;
      }
      this.#flush();
      this.#consumeRequired('end');
    }
    return this.parts;
  }

  #group() {
    const prefix = this.#consumeText();
    const name = this.#tryConsume('name');
    const value = this.#tryConsumeRegexpOrWildcard(name);
    const suffix = this.#consumeText();
    this.#consumeRequired('close');
    this.#add(prefix, name, value, suffix, this.#tryConsumeModifier());
  }

  #add(prefix, nameToken, valueToken, suffix, modifier) {
    if (nameToken === undefined && valueToken === undefined) {
      if (modifier === '') {
        this.#fixed += prefix;
        return;
      }
      this.#flush();
      if (prefix !== '') arrayPush(this.parts, fixedPart(this.encode(prefix), modifier));
      return;
    }
    this.#flush();
    let value = valueToken === undefined ? segmentRegexp(this.options) : valueToken.type === 'asterisk' ? '.*' : valueToken.value;
    let type = 'regexp';
    if (value === segmentRegexp(this.options)) type = 'segment';
    else if (value === '.*') type = 'wildcard';
    if (type !== 'regexp') value = '';
    const name = nameToken?.value ?? String(this.#nextName++);
    if (arraySome(this.parts, (part) => part.name === name)) throw patternError(`The name ${name} is there twice`);
    arrayPush(this.parts, { type, value, modifier, name, prefix: this.encode(prefix), suffix: this.encode(suffix) });
  }
}

const fixedPart = (value, modifier) => ({ type: 'fixed', value, modifier, name: '', prefix: '', suffix: '' });

function regexpOf(parts, options) {
  let text = '^';
  for (const { type, value, modifier, prefix, suffix } of each(parts)) {
    if (type === 'fixed') {
      text += modifier === '' ? escapeRegexp(value) : `(?:${escapeRegexp(value)})${modifier}`;
      continue;
    }
    const inner = type === 'segment' ? segmentRegexp(options) : type === 'wildcard' ? '.*' : value;
    const before = escapeRegexp(prefix);
    const after = escapeRegexp(suffix);
    const once = modifier === '' || modifier === '?';
    if (before === '' && after === '') text += once ? `(${inner})${modifier}` : `((?:${inner})${modifier})`;
    else if (once) text += `(?:${before}(${inner})${after})${modifier}`;
    else text += `(?:${before}((?:${inner})(?:${after}${before}(?:${inner}))*)${after})${modifier === '*' ? '?' : ''}`;
  }
  return `${text}$`;
}

const isNumbered = (name) => regexpTest(/^[0-9]/, name);

function needsGroup(part, previous, next, options) {
  const { type, modifier, prefix, suffix, name } = part;
  if (suffix !== '' || (prefix !== '' && prefix !== options.prefix)) return true;
  if (!isNumbered(name) && type === 'segment' && modifier === '' && next?.prefix === '' && next.suffix === '') {
    const isAmbiguous = next.type === 'fixed' ? isNamePart(stringStaticFromCodePoint(stringCodePointAt(next.value, 0))) : isNumbered(next.name);
    if (isAmbiguous) return true;
  }
  return prefix === '' && previous?.type === 'fixed' && options.prefix !== '' && stringEndsWith(previous.value, options.prefix);
}

function patternString(parts, options) {
  let text = '';
  arrayForEach(parts, (part, index) => {
    const { type, value, modifier, prefix, suffix, name } = part;
    if (type === 'fixed') {
      text += modifier === '' ? escapePattern(value) : `{${escapePattern(value)}}${modifier}`;
      return;
    }
    const previous = parts[index - 1];
    const group = needsGroup(part, previous, parts[index + 1], options);
    const named = !isNumbered(name);
    if (group) text += '{';
    text += escapePattern(prefix);
    if (named) text += `:${name}`;
    if (type === 'regexp') text += `(${value})`;
    else if (type === 'segment' && !named) text += `(${segmentRegexp(options)})`;
    else if (type === 'wildcard') {
      const canUseAsterisk = !named && (previous === undefined || previous.type === 'fixed' || previous.modifier !== '' || group || prefix !== '');
      text += canUseAsterisk ? '*' : '(.*)';
    }
    if (type === 'segment' && named && suffix !== '' && isNamePart(stringStaticFromCodePoint(stringCodePointAt(suffix, 0)))) text += '\\';
    text += escapePattern(suffix);
    if (group) text += '}';
    text += modifier;
  });
  return text;
}

// { text, regexp, names, hasRegexp } of one component of a URL.
function compile(input, options, encode, ignoreCase = false) {
  const encodePart = (text) => (text === '' ? '' : encode(text));
  const parts = new Parser(input, options, encodePart).parse();
  return {
    text: patternString(parts, options),
    regexp: new RegExp(regexpOf(parts, options), ignoreCase ? 'vi' : 'v'),
    names: arrayMap(arrayFilter(parts, ({ type }) => type !== 'fixed'), ({ name }) => name),
    hasRegexp: arraySome(parts, ({ type }) => type === 'regexp'),
  };
}

module.exports = { compile, escapePattern, tokenize };
