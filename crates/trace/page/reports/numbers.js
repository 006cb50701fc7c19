// The numbers: loop delay, utilization, time by phase, and time by source line.

import { byId, make } from '../app/dom.js';
import { count, duration, percent } from '../app/format.js';
import { flameByCause, flameBySamples, flameGraph } from './flame.js';
import { Histogram, histogramFigure } from './histogram.js';

const MAX_LINES = 50;

/** Loop delay: how long the loop was away from poll, so how long a ready event had to wait at most. */
function loopDelays(trace) {
  const delays = new Histogram();
  const { tasks, run, runLength } = trace;
  let turn = null;
  let began = 0;
  let ended = 0;
  for (let i = 0; i < runLength; i++) {
    const row = run[i];
    // Microtasks belong to the turn of the callback they follow.
    if (!trace.isMicrotask(row) && tasks.turn[row] !== turn) {
      if (turn !== null) delays.add(ended - began);
      turn = tasks.turn[row];
      began = tasks.began[row];
    }
    ended = tasks.ended[row];
  }
  if (turn !== null) delays.add(ended - began);
  return delays;
}

function timerDelays(trace) {
  const late = new Histogram();
  const { tasks, run, runLength } = trace;
  for (let i = 0; i < runLength; i++) if (tasks.due[run[i]] >= 0) late.add(tasks.began[run[i]] - tasks.due[run[i]]);
  return late;
}

/** Time and runs per source line. */
function busiest(trace) {
  const lines = new Map();
  const { tasks, run, runLength } = trace;
  for (let i = 0; i < runLength; i++) {
    const row = run[i];
    // Without a function position callbacks are distinguished by the line that scheduled them.
    const key = tasks.defined[row] >= 0 ? tasks.defined[row] : `${tasks.kind[row]} ${trace.stacks[tasks.scheduled[row]]?.[0]}`;
    let line = lines.get(key);
    if (!line) lines.set(key, (line = { row, runs: 0, total: 0, longest: 0, longestRow: row, queue: trace.queue(row) }));
    const took = Math.max(0, tasks.ended[row] - tasks.began[row]);
    line.runs++;
    line.total += took;
    if (took > line.longest) [line.longest, line.longestRow] = [took, row];
  }
  return [...lines.values()];
}

const COLUMNS = [
  ['Callback', (line, trace) => trace.placeOf(line.row)?.name || trace.title(line.row)],
  ['Place', (line, trace) => trace.placeText(trace.placeOf(line.row))],
  ['Runs', (line) => line.runs],
  ['Total', (line) => line.total],
  ['Average', (line) => line.total / line.runs],
  ['Longest', (line) => line.longest],
];

export class NumbersView {
  constructor(page) {
    this.page = page;
    this.sortBy = 3;
    this.descending = true;
    this.flame = 'cause';
  }

  show() {
    const { trace } = this.page;
    const lanes = this.page.lanes.queues;
    const waited = this.page.lanes.wait.spans.sum[this.page.lanes.wait.spans.length];
    const busy = lanes.reduce((sum, lane) => sum + lane.spans.sum[lane.spans.length], 0);
    this.lines = busiest(trace);
    const delays = loopDelays(trace);
    const longest = this.lines.reduce((most, line) => Math.max(most, line.longest), 0);
    byId('tiles').replaceChildren(
      ...[
        ['Recorded', duration(trace.end)],
        ['Utilization', percent(Math.max(0, 1 - waited / trace.end))],
        ['Callbacks', count(trace.runLength)],
        ['Turns', count(this.page.lanes.turns.length)],
        ['Longest callback', duration(longest)],
        ['Loop delay, 99 %', duration(delays.quantile(0.99))],
      ].map(([name, value]) => make('div', { class: 'tile' }, make('dt', null, name), make('dd', null, value))),
    );
    byId('numbers-note').textContent = trace.clock?.coarse > 0 ? `The times of ${count(trace.clock.coarse, 'tick or promise job', 'ticks and promise jobs')} are exact to ${duration(trace.clock.coarseNs)} only: they came in a flood.` : '';
    byId('histograms').replaceChildren(
      histogramFigure('Loop delay', 'how long a turn kept the loop from looking for what is ready', delays, 50e6),
      histogramFigure('Timers', 'how long after they were due they ran', timerDelays(trace), 50e6),
    );
    this.showPhases(lanes, waited, busy);
    this.showLines();
    this.showFlame();
  }

  showPhases(lanes, waited, busy) {
    const { end } = this.page.trace;
    const parts = lanes.map((lane) => ({ name: lane.name, color: lane.color, time: lane.spans.sum[lane.spans.length], events: lane.spans.length }));
    parts.push({ name: 'waiting in poll', color: 'wait', time: waited, events: this.page.lanes.wait.spans.length });
    parts.push({ name: 'the runtime itself', color: 'idle', time: Math.max(0, end - waited - busy), events: null });
    const shown = parts.filter((part) => part.time > 0);
    byId('phase-bar').replaceChildren(...shown.map((part) => make('i', { style: `flex-grow:${part.time / end};background:var(--lane-${part.color})`, title: `${part.name}: ${duration(part.time)}` })));
    byId('phase-rows').replaceChildren(
      ...shown
        .sort((a, b) => b.time - a.time)
        .map((part) =>
          make(
            'tr',
            null,
            make('th', { scope: 'row', style: `--swatch:var(--lane-${part.color})`, class: 'swatch' }, part.name),
            make('td', { class: 'number' }, duration(part.time)),
            make('td', { class: 'number' }, percent(part.time / end)),
            make('td', { class: 'number' }, part.events === null ? '' : count(part.events)),
          ),
        ),
    );
  }

  showLines() {
    const { trace } = this.page;
    const [, value] = COLUMNS[this.sortBy];
    const sign = this.descending ? -1 : 1;
    this.lines.sort((a, b) => {
      const [x, y] = [value(a, trace), value(b, trace)];
      return sign * (typeof x === 'string' ? x.localeCompare(y) : x - y);
    });
    byId('lines-head').replaceChildren(...COLUMNS.map(([name], index) => this.headCell(name, index)));
    byId('lines-rows').replaceChildren(...this.lines.slice(0, MAX_LINES).map((line) => this.lineRow(line)));
    byId('lines-note').textContent = this.lines.length > MAX_LINES ? `The first ${MAX_LINES} of ${count(this.lines.length)} lines.` : '';
  }

  headCell(name, index) {
    const sorted = index === this.sortBy;
    const sort = () => {
      this.descending = sorted ? !this.descending : index > 1;
      this.sortBy = index;
      this.showLines();
      byId('lines-head').children[index].firstChild.focus();
    };
    return make('th', { scope: 'col', class: index > 1 ? 'number' : undefined, 'aria-sort': sorted ? (this.descending ? 'descending' : 'ascending') : undefined }, make('button', { type: 'button', onclick: sort }, name));
  }

  lineRow(line) {
    const { trace } = this.page;
    const name = COLUMNS[0][1](line, trace);
    return make(
      'tr',
      null,
      make('td', { style: `--swatch:var(--lane-${line.queue})`, class: 'swatch' }, make('button', { type: 'button', class: 'link', title: 'Show its longest run', onclick: () => this.page.goTo({ table: 'tasks', row: line.longestRow }) }, name)),
      make('td', { class: 'place' }, COLUMNS[1][1](line, trace)),
      make('td', { class: 'number' }, count(line.runs)),
      make('td', { class: 'number' }, duration(line.total)),
      make('td', { class: 'number' }, duration(line.total / line.runs)),
      make('td', { class: 'number' }, duration(line.longest)),
    );
  }

  showFlame() {
    const { trace } = this.page;
    const kinds = [['cause', 'By cause'], ['samples', 'By stack']];
    byId('flame-kinds').replaceChildren(
      ...kinds.map(([kind, name]) => make('button', { type: 'button', 'aria-pressed': String(this.flame === kind), onclick: () => this.switchFlame(kind) }, name)),
    );
    byId('flame-box').replaceChildren(flameGraph(this.page, this.flame === 'cause' ? flameByCause(trace) : flameBySamples(trace)));
  }

  switchFlame(kind) {
    this.flame = kind;
    this.showFlame();
    byId('flame-kinds').querySelector('[aria-pressed=true]').focus();
  }
}
