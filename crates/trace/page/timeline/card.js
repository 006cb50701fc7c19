// The cards: a small one that follows the pointer, and the full one of the selection.

import { byId, make } from '../app/dom.js';
import { count, duration, moment, percent } from '../app/format.js';
import { chainOf, longestTasks, sampledLines } from '../data/causes.js';
import { excerpt } from '../app/source.js';
import { describe, holdersText } from './describe.js';

const MAX_CHILDREN = 8;

export class HoverCard {
  constructor(timeline) {
    this.timeline = timeline;
    this.card = byId('hover');
  }

  show(it, event) {
    const { timeline, card } = this;
    const same = it && timeline.hover && it.table === timeline.hover.table && it.row === timeline.hover.row;
    if (!same) {
      timeline.hover = it;
      timeline.canvas.style.cursor = it ? 'pointer' : '';
      timeline.redraw();
      if (it) card.replaceChildren(...this.content(it));
    }
    card.hidden = !it;
    if (it) this.moveTo(event);
  }

  hide() {
    if (!this.timeline.hover) return;
    this.timeline.hover = null;
    this.card.hidden = true;
    this.timeline.redraw();
  }

  content(it) {
    const { trace } = this.timeline.page;
    const about = describe(trace, it);
    return [
      make('strong', null, about.title),
      about.place && make('div', { class: 'place' }, about.place.name && `${about.place.name} `, trace.placeText(about.place)),
      make('div', { class: 'quiet' }, `${about.lane} · at ${moment(about.from)}`, about.facts.map(([name, value]) => ` · ${name} ${value}`)),
      about.late > 1e6 && about.holders.length > 0 && make('div', { class: 'late' }, holdersText(trace, about.holders)),
    ].filter(Boolean);
  }

  moveTo(event) {
    const { card } = this;
    const { offsetWidth: width, offsetHeight: height } = card;
    const left = event.clientX + 14 + width > innerWidth ? event.clientX - width - 10 : event.clientX + 14;
    const top = event.clientY + 18 + height > innerHeight ? event.clientY - height - 12 : event.clientY + 18;
    card.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  }
}

/** The full card, with links to other tasks. */
export function selectionCard(page, it) {
  if (!it) return emptyCard(page).filter(Boolean);
  const { trace } = page;
  const about = describe(trace, it);
  // An internal callback has no line, but its samples have, if it blocked the loop.
  const lineToShow = about.place ?? (it.table === 'tasks' ? sampledLines(trace, it.row)[0]?.place : null);
  return [
    make('header', null, make('p', { class: 'kicker', style: `--swatch:var(--lane-${page.timeline.laneOf(it).color})` }, about.lane), make('h2', null, about.title)),
    lineToShow && excerpt(trace, lineToShow, 2),
    times(trace, it, about),
    about.late > 0 && whyLate(page, about),
    it.table === 'tasks' && whereItWas(trace, it.row),
    it.table === 'tasks' && causes(page, it.row),
    it.table === 'tasks' && trace.tasks.thread[it.row] === trace.loop && make('p', { class: 'actions' }, make('button', { type: 'button', onclick: () => page.stepTo(it.row) }, 'Step from here')),
  ]
    .flat()
    .filter(Boolean);
}

function emptyCard(page) {
  const { trace } = page;
  const { tasks } = trace;
  const longest = longestTasks(trace, 5);
  return [
    make('h2', null, 'Nothing selected'),
    make('p', null, 'Point at an event to see what it is. Click it, or press Enter on a lane, to see where it comes from and why it ran when it did.'),
    longest.length > 0 && make(
      'section',
      null,
      make('h3', null, 'The longest callbacks'),
      bars(longest.map((row) => ({ link: taskLink(page, row), size: tasks.ended[row] - tasks.began[row] })), duration),
    ),
    make('p', null, 'Press ', make('kbd', null, '?'), ' for all keys.'),
  ];
}

/** A list with a bar under each line, the longest the full width. */
function bars(lines, text) {
  const most = Math.max(...lines.map(({ size }) => size));
  return make(
    'ul',
    { class: 'bars-list' },
    lines.map(({ link, size, note = '' }) => make('li', { style: `--share:${Math.max(2, (size / most) * 100).toFixed(1)}%` }, link, make('span', { class: 'quiet' }, `${text(size)}${note}`))),
  );
}

function whereItWas(trace, row) {
  const lines = sampledLines(trace, row).slice(0, 4);
  if (lines.length === 0) return null;
  const line = ({ place, share }) => ({ link: make('span', null, place?.name || '(anonymous)', ' ', make('span', { class: 'place' }, trace.placeText(place))), size: share });
  return make('section', null, make('h3', null, 'Where it was meanwhile, by samples'), bars(lines.map(line), percent));
}

function times(trace, { table, row }, about) {
  const { tasks } = trace;
  const rows = [];
  if (table === 'tasks') {
    if (tasks.queued[row] >= 0) rows.push(['queued', moment(tasks.queued[row])]);
    if (tasks.due[row] >= 0) rows.push(['due', moment(tasks.due[row])]);
  }
  rows.push(['began', moment(about.from)], ...about.facts);
  if (table === 'tasks' && tasks.turn[row] >= 0) rows.push(['turn', count(tasks.turn[row])]);
  return make('dl', { class: 'times' }, rows.map(([name, value]) => [make('dt', null, name), make('dd', null, value)]));
}

function whyLate(page, about) {
  if (about.holders.length === 0) return null;
  const line = (holder) => ({ link: taskLink(page, holder.row), size: holder.held, note: holder.count > 1 ? ` in ${count(holder.count, 'run')}` : '' });
  return make('section', { class: 'alarm' }, make('h3', null, 'Who held the loop meanwhile'), bars(about.holders.slice(0, 5).map(line), duration));
}

function causes(page, row) {
  const { trace } = page;
  const [, ...chain] = chainOf(trace, row, 8);
  const children = page.childrenOf(row);
  const line = (other) => make('li', null, taskLink(page, other));
  return [
    chain.length > 0 && make('section', null, make('h3', null, 'Scheduled by'), make('ol', { class: 'chain' }, chain.map(line))),
    children.length > 0 &&
      make(
        'section',
        null,
        make('h3', null, `Scheduled ${count(children.length, 'callback')}`),
        make('ul', { class: 'chain' }, [...children.slice(0, MAX_CHILDREN)].map(line), children.length > MAX_CHILDREN && make('li', { class: 'quiet' }, `and ${count(children.length - MAX_CHILDREN)} more`)),
      ),
  ];
}

/** A button that selects a task. */
export function taskLink(page, row) {
  const { trace } = page;
  const place = trace.placeText(trace.placeOf(row));
  const thread = trace.otherThread(row);
  const text = [trace.title(row), thread && ` on ${thread}`, place && make('span', { class: 'place' }, place)];
  if (trace.tasks.began[row] < 0) return make('span', null, text, make('span', { class: 'quiet' }, ' never ran'));
  return make('button', { type: 'button', class: 'link', onclick: () => page.goTo({ table: 'tasks', row }) }, text);
}
