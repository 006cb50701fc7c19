// The findings of the trace: each with a clip of the timeline, the line
// to change, and the advice.

import { byId, fitCanvas, make } from '../app/dom.js';
import { count, duration } from '../app/format.js';
import { excerpt } from '../app/source.js';

const SEVERITIES = { high: 0, medium: 1, low: 2 };

const LOOKED_FOR = [
  'callbacks that held the loop for more than 50 ms',
  'timers that ran late, and who delayed them',
  'ticks or promise jobs that kept the loop from turning',
  'a thread pool with more jobs than threads',
  'floods of one callback',
  'synchronous file and crypto calls on a hot path',
  'JSON of more than 100 KB',
  'rejections that nobody handled',
  'handles that were never closed',
];

const CLIP_LANE = 14;

export class FindingsView {
  constructor(page) {
    this.page = page;
    this.box = byId('findings-list');
  }

  show() {
    const { findings } = this.page.trace;
    const sorted = [...findings].sort((a, b) => (SEVERITIES[a.severity] ?? 3) - (SEVERITIES[b.severity] ?? 3) || (b.cost ?? 0) - (a.cost ?? 0));
    byId('findings-summary').textContent = findings.length > 0 ? this.summary(findings) : '';
    this.box.replaceChildren(...(sorted.length > 0 ? sorted.map((finding) => this.card(finding)) : [this.nothing()]));
    this.paintClips();
  }

  summary(findings) {
    const high = findings.filter((finding) => finding.severity === 'high').length;
    return `${count(findings.length, 'finding')}${high > 0 ? `, ${high} of them serious` : ''}. The costliest are first.`;
  }

  nothing() {
    return make(
      'div',
      { class: 'no-findings' },
      make('h3', null, 'Nothing found'),
      make('p', null, 'The loop was healthy for as long as the recording lasts. It was looked for:'),
      make('ul', null, LOOKED_FOR.map((text) => make('li', null, text))),
    );
  }

  card(finding) {
    const { trace } = this.page;
    const place = trace.place(finding.place) ?? trace.place(trace.stacks[finding.stack]?.[0] ?? -1);
    const row = trace.rowOf(finding.task ?? -1);
    return make(
      'article',
      { class: `finding ${finding.severity}` },
      make('header', null, make('span', { class: 'severity' }, finding.severity), make('h3', null, this.shortened(finding.title)), finding.cost > 0 && make('span', { class: 'cost' }, duration(finding.cost))),
      finding.text && make('p', null, this.shortened(finding.text)),
      this.clip(finding),
      place && excerpt(trace, place, 2),
      finding.advice && make('p', { class: 'advice' }, make('b', null, 'What to do: '), finding.advice),
      make(
        'p',
        { class: 'actions' },
        make('button', { type: 'button', onclick: () => this.open(finding, row) }, 'Show in the timeline'),
        row >= 0 && make('button', { type: 'button', onclick: () => this.page.stepTo(row) }, 'Step from here'),
      ),
    );
  }

  /** A finding has absolute paths; here they are shortened as everywhere on the page. */
  shortened(text) {
    const { trace } = this.page;
    return trace.files.reduce((shorter, { path }) => shorter.replaceAll(path, trace.shortPath(path)), text);
  }

  /** The window of time around a finding. */
  windowOf(finding) {
    const { trace } = this.page;
    const from = finding.from >= 0 ? finding.from : 0;
    const to = finding.to > from ? finding.to : Math.min(trace.end, from + 1e6);
    const margin = Math.max((to - from) * 0.35, 1000);
    return { from: Math.max(0, from - margin), to: Math.min(trace.end, to + margin), begin: from, stop: to };
  }

  clip(finding) {
    const { lanes } = this.page;
    const window = this.windowOf(finding);
    const shown = lanes.shown.filter((lane) => lane.id !== 'output' && lane.spans.firstFrom(window.to) > lane.spans.firstEndingAfter(window.from)).slice(0, 8);
    const canvas = make('canvas', { class: 'clip', role: 'img', 'aria-label': `The loop from ${duration(window.from)} to ${duration(window.to)}: ${shown.map((lane) => lane.name).join(', ')}` });
    canvas.clip = { window, shown };
    return make('div', { class: 'clip-box', style: `--lanes:${shown.length}` }, make('div', { class: 'clip-names', 'aria-hidden': 'true' }, shown.map((lane) => make('span', null, lane.short))), make('div', { class: 'clip-canvas' }, canvas));
  }

  /** Called when the cards are in the document and whenever their width changes. */
  paintClips() {
    for (const canvas of this.box.querySelectorAll('canvas.clip')) {
      const { window, shown } = canvas.clip;
      const width = canvas.parentElement.clientWidth;
      const height = shown.length * (CLIP_LANE + 3) + 3;
      if (width === 0) continue;
      const target = fitCanvas(canvas, width, height);
      const { context } = target;
      const { painter } = this.page.timeline;
      context.clearRect(0, 0, width, height);
      const scale = width / (window.to - window.from);
      context.fillStyle = painter.palette.alarm;
      context.globalAlpha = 0.12;
      context.fillRect((window.begin - window.from) * scale, 0, (window.stop - window.begin) * scale, height);
      context.globalAlpha = 1;
      shown.forEach((lane, i) => {
        const box = { x: 0, y: 3 + i * (CLIP_LANE + 3), width, height: CLIP_LANE };
        painter.paint(target, lane.spans, painter.palette.lane(lane), window, box, { opacity: lane.id === 'wait' ? 0.45 : 1, names: lane.id === 'wait' ? null : (row) => this.page.timeline.nameIn(lane, row) });
      });
    }
  }

  open(finding, row) {
    const { from, to } = this.windowOf(finding);
    this.page.show('timeline');
    if (row >= 0) this.page.select({ table: 'tasks', row });
    this.page.window.glide(from, to);
  }
}
