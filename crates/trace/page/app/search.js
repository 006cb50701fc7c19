// Searching the trace: every word must be found in a task's label, its kind, its function's name or
// place, or the line that scheduled it. Words are matched once against the interned strings, so a million
// tasks are compared by index.

import { byId, whenQuiet } from './dom.js';
import { count } from './format.js';

export class Search {
  constructor(page) {
    this.page = page;
    this.field = byId('search');
    this.note = byId('search-count');
    this.found = [];
    this.at = -1;
    this.field.addEventListener('input', whenQuiet(() => this.run(), 120));
    this.field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.clear();
      else if (event.key === 'Enter') {
        this.run();
        this.jump(event.shiftKey ? -1 : 1);
      } else return;
      event.preventDefault();
    });
    byId('search-next').addEventListener('click', () => this.jump(1));
    byId('search-previous').addEventListener('click', () => this.jump(-1));
  }

  clear() {
    this.field.value = '';
    this.run();
    this.field.blur();
  }

  run() {
    const text = this.field.value.trim().toLowerCase();
    if (text === this.text) return;
    this.text = text;
    this.at = -1;
    const matches = text === '' ? null : matcher(this.page.trace, text.split(/\s+/));
    this.found = matches ? this.rows(matches) : [];
    this.note.textContent = text === '' ? '' : this.found.length === 0 ? 'nothing' : `${count(this.found.length)} found`;
    byId('search-box').classList.toggle('active', text !== '');
    this.page.searched(matches);
  }

  /** The trace has grown. */
  refresh() {
    if (!this.text) return;
    const { at } = this;
    this.text = null;
    this.run();
    this.at = at;
  }

  rows(matches) {
    const { tasks } = this.page.trace;
    const rows = [];
    for (let row = 0; row < tasks.length; row++) if (tasks.began[row] >= 0 && matches(row)) rows.push(row);
    return rows;
  }

  /** Selects the next (1) or previous (-1) match. */
  jump(direction) {
    if (this.found.length === 0) return this.page.announce('Nothing was found.');
    if (this.at < 0) this.at = direction > 0 ? this.firstFromHere() : this.firstFromHere() - 1;
    else this.at += direction;
    this.at = (this.at + this.found.length) % this.found.length;
    this.note.textContent = `${count(this.at + 1)} of ${count(this.found.length)}`;
    this.page.goTo({ table: 'tasks', row: this.found[this.at] });
    return undefined;
  }

  firstFromHere() {
    const { tasks } = this.page.trace;
    const { from } = this.page.window;
    const index = this.found.findIndex((row) => tasks.began[row] >= from);
    return index < 0 ? 0 : index;
  }
}

/** A function that returns whether all words match a task's row. */
function matcher(trace, words) {
  const { tasks, places, labels, kinds, stacks } = trace;
  const tests = words.map((word) => {
    const has = (text) => text?.toLowerCase().includes(word) ?? false;
    const inFile = trace.files.map((file) => has(trace.shortPath(file.path)));
    const inPlace = Uint8Array.from({ length: places.length }, (_, i) => Number(has(places.name[i]) || inFile[places.file[i]] || has(`${trace.shortPath(trace.files[places.file[i]]?.path ?? '')}:${places.line[i]}`)));
    const inLabel = Uint8Array.from(labels, (label) => Number(has(label)));
    const inKind = kinds.map(has);
    return (row) => inLabel[tasks.label[row]] || inKind[tasks.kind[row]] || inPlace[tasks.defined[row]] || inPlace[stacks[tasks.scheduled[row]]?.[0]];
  });
  return (row) => tests.every((test) => test(row));
}
