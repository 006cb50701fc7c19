'use strict';

// A regular expression in colours: one colour per depth of nesting, so that a bracket and its partner match. The scan is
// tolerant: it need not understand every pattern, only never lose a character.
//
//   depth 0   the slashes                      depth + 1   plain characters, escapes
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

  get here() {
    return this.source[this.at];
  }

  get isAtEnd() {
    return this.at >= this.source.length;
  }

  emit(text, offset = 0) {
    const { 0: on, 1: off } = this.palette[(this.depth + offset) % this.palette.length] ?? this.palette[0];
    this.text += on + text + off;
  }

  take(text, offset) {
    this.emit(text, offset);
    this.at += text.length;
  }

  digits() {
    const start = this.at;
    while (!this.isAtEnd && isDigit(this.here)) this.at++;
    return sliceOf(this.source, start, this.at);
  }

  // `\u{…}`, `\p{…}`, `\k<…>`: `this.at` is on the opening delimiter. Unclosed, only the opening is coloured.
  delimited(opening, closing, raised) {
    const start = this.at + 1;
    const end = indexIn(this.source, closing, start);
    this.at = start;
    if (end === -1) {
      this.emit(opening, 1);
      return;
    }
    this.emit(opening, -raised);
    this.emit(sliceOf(this.source, start, end), 1 - raised);
    this.emit(closing, -raised);
    this.at = end + 1;
  }

  // Returns the escape, or undefined when it was a delimited one and has been written.
  escape(inClass) {
    this.at++;
    if (this.isAtEnd) return '\\';
    const letter = this.here;
    this.at++;
    let escape = `\\${letter}`;
    const next = this.here;
    if (stringIncludes('upP', letter) && next === '{') return this.delimited(`${escape}{`, '}', 0);
    if (letter === 'x') {
      escape += sliceOf(this.source, this.at, this.at + 2);
      this.at += 2;
    } else if (!inClass && isDigit(letter)) escape += this.digits();
    else if (!inClass && letter === 'k' && next === '<') return this.delimited(`${escape}<`, '>', 1);
    return escape;
  }

  characterClass() {
    this.take('[');
    this.depth++;
    while (!this.isAtEnd) {
      const { here, at, source } = this;
      if (here === '\\') {
        const escape = this.escape(true);
        if (escape !== undefined) this.emit(escape);
      } else if (here === ']') {
        this.depth--;
        this.take(']');
        return;
      } else {
        const isRange = here === '-' && source[at - 1] !== '[' && at + 1 < source.length && source[at + 1] !== ']';
        this.take(here, isRange ? 1 : 0);
      }
    }
  }

  openGroup() {
    this.take('(');
    this.depth++;
    if (this.here !== '?') return;
    const marker = regexpExec(/^\?(?:[:=!]|<[=!])/, sliceOf(this.source, this.at, this.at + 3));
    if (marker !== null) this.take(marker[0], -1);
    else if (this.source[this.at + 1] === '<') this.groupName();
    else this.take('?');
  }

  groupName() {
    const start = this.at + 2;
    const end = indexIn(this.source, '>', start);
    if (end === -1) {
      this.take('?<', -1);
      this.take(sliceOf(this.source, start));
      return;
    }
    this.take('?<', -1);
    this.take(sliceOf(this.source, start, end));
    this.take('>', -1);
  }

  // `{n}`, `{n,}`, `{n,m}`, and a brace that is none of these.
  repetition() {
    this.at++;
    const least = this.digits();
    if (least !== '') this.openRepetition(least);
    if (this.here === ',') {
      if (least === '') this.openRepetition('');
      this.take(',');
    } else if (least === '' && !this.isAtEnd) {
      this.emit('{', 1);
      return;
    }
    const most = this.digits();
    if (most !== '') this.emit(most, 1);
    if (this.here === '}') {
      this.depth--;
      this.take('}');
    }
    if (this.here === '?') this.take('?', 3);
  }

  openRepetition(digits) {
    this.emit('{');
    this.depth++;
    if (digits !== '') this.emit(digits, 1);
  }

  step() {
    const { here } = this;
    if (here === '[') this.characterClass();
    else if (here === '(') this.openGroup();
    else if (here === ')') {
      this.depth--;
      this.take(')');
    } else if (here === '\\') {
      const escape = this.escape(false);
      if (escape !== undefined) this.emit(escape, 1);
    } else if (here === '{') this.repetition();
    else this.take(here, stringIncludes('|+*?,^$', here) ? 3 : here === '.' ? 2 : 1);
  }

  run() {
    this.take('/');
    this.depth++;
    while (!this.isAtEnd && this.here !== '/') this.step();
    this.take('/', -1);
    if (!this.isAtEnd) this.emit(sliceOf(this.source, this.at));
    return this.text;
  }
}

/** `names` is the palette a program may have changed; `colors` the table of inspect.colors. */
function highlight(source, names, colors) {
  const palette = arrayMap(arrayFilter((names?.length > 0 ? names : FALLBACK), (name) => colors[name] !== undefined), (name) => arrayMap(colors[name], (code) => `\x1b[${code}m`));
  return new Highlighter(source, palette).run();
}

module.exports = { highlight };
