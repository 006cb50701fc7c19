// The visible events as a table: for screen readers and Braille displays, and for copying.

import { byId, make, whenQuiet } from '../app/dom.js';
import { count, moment } from '../app/format.js';
import { describe } from './describe.js';

const MAX_VISIBLE = 100;

export class VisibleEvents {
  constructor(page) {
    this.page = page;
    this.box = byId('visible');
    this.refresh = whenQuiet(() => this.fill());
    this.box.addEventListener('toggle', this.refresh);
    page.window.listeners.add(this.refresh);
  }

  fill() {
    if (!this.box.open) return;
    const { events, total } = this.collect();
    const body = byId('visible-rows');
    byId('visible-count').textContent = total > MAX_VISIBLE ? `The ${MAX_VISIBLE} longest of ${count(total)} events in view` : `${count(total, 'event')} in view`;
    body.replaceChildren(...events.map(({ lane, about, target }) => this.line(lane, about, target)));
  }

  /** Few enough to read: the longest of each lane, ordered by time. */
  collect() {
    const { lanes, window, trace } = this.page;
    const found = [];
    let total = 0;
    for (const lane of lanes.shown) {
      const spans = lane.found ?? lane.spans;
      const first = spans.firstEndingAfter(window.from);
      const last = spans.firstFrom(window.to, first);
      total += last - first;
      let picked = [];
      if (last - first <= MAX_VISIBLE) for (let i = first; i < last; i++) picked.push(i);
      else picked = longestOf(spans, first, last);
      for (const i of picked) found.push({ lane, length: spans.duration(i), from: spans.start[i], target: { table: lane.table, row: spans.row[i] } });
    }
    const events = found.sort((a, b) => b.length - a.length).slice(0, MAX_VISIBLE).sort((a, b) => a.from - b.from);
    for (const event of events) event.about = describe(trace, event.target);
    return { events, total };
  }

  line(lane, about, target) {
    const { trace } = this.page;
    return make(
      'tr',
      null,
      make('td', { class: 'number' }, moment(about.from)),
      make('td', null, lane.name),
      make('td', null, make('button', { type: 'button', class: 'link', onclick: () => this.page.select(target) }, about.title)),
      make('td', { class: 'place' }, trace.placeText(about.place)),
      make('td', null, about.facts.map(([name, value]) => `${name} ${value}`).join(', ')),
    );
  }
}

/** The longest of each of a hundred equal parts: cheap, and covers the whole view. */
function longestOf(spans, first, last) {
  const picked = [];
  const step = (last - first) / MAX_VISIBLE;
  for (let k = 0; k < MAX_VISIBLE; k++) {
    const index = spans.longest(Math.floor(first + k * step), Math.floor(first + (k + 1) * step));
    if (index >= 0) picked.push(index);
  }
  return picked;
}
