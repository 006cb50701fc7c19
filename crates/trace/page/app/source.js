// Source code with line numbers and simple syntax highlighting: comments, strings, numbers,
// keywords. That needs no grammar, and a wrong colour does not change the text.

import { make } from './dom.js';

const KEYWORDS =
  'async await break case catch class const continue default delete do else export extends finally for from function get if import in instanceof interface let new of return set static super switch this throw try type typeof using var void while with yield true false null undefined';
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))`,
    String.raw`(?<string>'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|` + '`(?:\\\\[\\s\\S]|[^`\\\\])*`?)',
    String.raw`(?<number>\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?n?\b)`,
    String.raw`(?<keyword>\b(?:${KEYWORDS.split(' ').join('|')})\b)`,
  ].join('|'),
  'g',
);
const MAX_COLOURED = 400_000;

/** The lines of a source, each a list of [kind, text]; kind is '' for plain text. */
export function colouredLines(text) {
  const lines = [[]];
  const add = (kind, piece) => {
    piece.split('\n').forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part) lines.at(-1).push([kind, part]);
    });
  };
  if (text.length > MAX_COLOURED) {
    add('', text);
    return lines;
  }
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) add('', text.slice(at, match.index));
    add(Object.keys(match.groups).find((name) => match.groups[name] !== undefined), match[0]);
    at = match.index + match[0].length;
  }
  add('', text.slice(at));
  return lines;
}

const colouredFiles = new Map();

function linesOf(trace, file) {
  const text = trace.files[file]?.text;
  if (text === null || text === undefined) return null;
  const known = colouredFiles.get(file);
  if (known?.text === text) return known.lines;
  const lines = colouredLines(text.replace(/\r\n/g, '\n'));
  colouredFiles.set(file, { text, lines });
  return lines;
}

function lineElement(lines, number, marks) {
  const code = lines[number - 1].map(([kind, text]) => (kind ? make('span', { class: `tok-${kind}` }, text) : text));
  const mark = marks.get(number);
  return make('li', { value: number, class: mark, 'aria-current': mark === 'running' ? 'true' : undefined }, code.length > 0 ? code : ' ');
}

/** A few lines around a place, with its line marked. */
export function excerpt(trace, place, around = 3) {
  const lines = linesOf(trace, place.file);
  const caption = make('figcaption', null, place.name && make('b', null, `${place.name} `), make('span', { class: 'place' }, `${trace.shortPath(place.path)}:${place.line}`));
  if (!lines) return make('figure', { class: 'source' }, caption);
  const first = Math.max(1, place.line - around);
  const last = Math.min(lines.length, place.line + around);
  const shown = [];
  for (let number = first; number <= last; number++) shown.push(lineElement(lines, number, new Map([[place.line, 'running']])));
  return make('figure', { class: 'source' }, caption, make('ol', { style: `--digits:${String(last).length}ch` }, shown));
}

const WINDOW = 600;

/** The source in step mode: one file at a time, with the running line in view. */
export class SourceView {
  constructor(trace, box, caption) {
    Object.assign(this, { trace, box, caption, shown: '' });
    this.marked = [];
  }

  show(place) {
    this.caption.textContent = '';
    if (!place) return this.nothing('No source line is known for this step.');
    this.caption.textContent = `${this.trace.shortPath(place.path)}:${place.line}`;
    const lines = linesOf(this.trace, place.file);
    if (!lines) return this.nothing(place.path.startsWith('node:') ? 'This is a built-in module.' : 'The text of this file is not in the trace.');
    const middle = Math.floor(place.line / WINDOW) * WINDOW;
    const key = `${place.file} ${middle}`;
    if (key !== this.shown) {
      this.first = Math.max(1, middle - WINDOW);
      const last = Math.min(lines.length, middle + 2 * WINDOW);
      const elements = [];
      for (let number = this.first; number <= last; number++) elements.push(lineElement(lines, number, new Map()));
      this.list = make('ol', { style: `--digits:${String(last).length}ch` }, elements);
      this.box.replaceChildren(this.list);
      this.shown = key;
    }
    this.mark(place);
    return undefined;
  }

  mark(place) {
    for (const line of this.marked) {
      line.classList.remove('running');
      line.removeAttribute('aria-current');
    }
    const line = this.list.children[place.line - this.first];
    this.marked = line ? [line] : [];
    if (!line) return;
    line.classList.add('running');
    line.setAttribute('aria-current', 'true');
    // Not scrollIntoView: that would scroll the page as well.
    const top = line.offsetTop;
    if (top < this.box.scrollTop + 40 || top > this.box.scrollTop + this.box.clientHeight - 60) this.box.scrollTop = top - this.box.clientHeight / 2;
  }

  nothing(text) {
    this.shown = '';
    this.box.replaceChildren(make('p', { class: 'quiet' }, text));
  }
}
