'use strict';

// A regular expression in colors: one color per nesting depth, so that matching brackets have the same color. The scanner is
// tolerant: it need not understand every pattern, but must never lose a character.
//
//   depth 0   the slashes                      depth + 1   literal characters, escapes
//   depth 1   brackets, group markers          depth + 2   the dot
//                                              depth + 3   quantifiers, anchors, alternation

const { arrayFilter, arrayMap, regexpExec, stringIncludes } = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');

const FALLBACK = ['green', 'red', 'yellow', 'cyan', 'magenta'];

const isDigit = (character) => character >= '0' && character <= '9';

class Highlighter {
  constructor(source, palette) {
    this.source = source;
    this.palette = palette;
    this.at = 0;
    this.depth = 0;
    this.text = '';
  }

  get current() {
    return this.source[this.at];
  }

  get isAtEnd() {
    return this.at >= this.source.length;
  }

  emit(text, offset = 0) {
    const { 0: on, 1: off } = this.palette[(this.depth + offset) % this.palette.length] ?? this.palette[0];
    this.text += on + text + off;
  }

  consume(text, offset) {
    this.emit(text, offset);
    this.at += text.length;
  }

  digits() {
    const start = this.at;
    while (!this.isAtEnd && isDigit(this.current)) this.at++;
    return sliceOf(this.source, start, this.at);
  }

  // `\u{…}`, `\p{…}`, `\k<…>`: `this.at` is at the opening delimiter. If it is not closed, only the opening one is colored.
  delimited(opening, closing, depthOffset) {
    const start = this.at + 1;
    const end = indexIn(this.source, closing, start);
    this.at = start;
    if (end === -1) {
      this.emit(opening, 1);
      return;
    }
    this.emit(opening, -depthOffset);
    this.emit(sliceOf(this.source, start, end), 1 - depthOffset);
    this.emit(closing, -depthOffset);
    this.at = end + 1;
  }

  // Returns the escape, or undefined if it was a delimited one and has been emitted.
  escape(inClass) {
    this.at++;
    if (this.isAtEnd) return '\\';
    const character = this.current;
    this.at++;
    let escape = `\\${character}`;
    const next = this.current;
    if (stringIncludes('upP', character) && next === '{') return this.delimited(`${escape}{`, '}', 0);
    if (character === 'x') {
      escape += sliceOf(this.source, this.at, this.at + 2);
      this.at += 2;
    } else if (!inClass && isDigit(character)) escape += this.digits();
    else if (!inClass && character === 'k' && next === '<') return this.delimited(`${escape}<`, '>', 1);
    return escape;
  }

  characterClass() {
    this.consume('[');
    this.depth++;
    while (!this.isAtEnd) {
      const { current, at, source } = this;
      if (current === '\\') {
        const escape = this.escape(true);
        if (escape !== undefined) this.emit(escape);
      } else if (current === ']') {
        this.depth--;
        this.consume(']');
        return;
      } else {
        const isRange = current === '-' && source[at - 1] !== '[' && at + 1 < source.length && source[at + 1] !== ']';
        this.consume(current, isRange ? 1 : 0);
      }
    }
  }

  openGroup() {
    this.consume('(');
    this.depth++;
    if (this.current !== '?') return;
    const marker = regexpExec(/^\?(?:[:=!]|<[=!])/, sliceOf(this.source, this.at, this.at + 3));
    if (marker !== null) this.consume(marker[0], -1);
    else if (this.source[this.at + 1] === '<') this.groupName();
    else this.consume('?');
  }

  groupName() {
    const start = this.at + 2;
    const end = indexIn(this.source, '>', start);
    if (end === -1) {
      this.consume('?<', -1);
      this.consume(sliceOf(this.source, start));
      return;
    }
    this.consume('?<', -1);
    this.consume(sliceOf(this.source, start, end));
    this.consume('>', -1);
  }

  // `{n}`, `{n,}`, `{n,m}`, and a literal brace.
  repetition() {
    this.at++;
    const min = this.digits();
    if (min !== '') this.openRepetition(min);
    if (this.current === ',') {
      if (min === '') this.openRepetition('');
      this.consume(',');
    } else if (min === '' && !this.isAtEnd) {
      this.emit('{', 1);
      return;
    }
    const max = this.digits();
    if (max !== '') this.emit(max, 1);
    if (this.current === '}') {
      this.depth--;
      this.consume('}');
    }
    if (this.current === '?') this.consume('?', 3);
  }

  openRepetition(digits) {
    this.emit('{');
    this.depth++;
    if (digits !== '') this.emit(digits, 1);
  }

  step() {
    const { current } = this;
    if (current === '[') this.characterClass();
    else if (current === '(') this.openGroup();
    else if (current === ')') {
      this.depth--;
      this.consume(')');
    } else if (current === '\\') {
      const escape = this.escape(false);
      if (escape !== undefined) this.emit(escape, 1);
    } else if (current === '{') this.repetition();
    else this.consume(current, stringIncludes('|+*?,^$', current) ? 3 : current === '.' ? 2 : 1);
  }

  run() {
    this.consume('/');
    this.depth++;
    while (!this.isAtEnd && this.current !== '/') this.step();
    this.consume('/', -1);
    if (!this.isAtEnd) this.emit(sliceOf(this.source, this.at));
    return this.text;
  }
}

/** `names` is the palette, which a program may have changed; `colors` is the table of inspect.colors. */
function highlight(source, names, colors) {
  const palette = arrayMap(arrayFilter((names?.length > 0 ? names : FALLBACK), (name) => colors[name] !== undefined), (name) => arrayMap(colors[name], (code) => `\x1b[${code}m`));
  return new Highlighter(source, palette).run();
}

module.exports = { highlight };
