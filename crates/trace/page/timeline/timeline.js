// The timeline: lanes on a canvas, their names beside it as buttons, and the cursor that moves from
// event to event. pointer.js handles the pointer, keys() below the keyboard.

import { byId, fitCanvas, make, oncePerFrame } from '../app/dom.js';
import { count, duration } from '../app/format.js';
import { chainOf } from '../data/causes.js';
import { paintArrows } from './arrows.js';
import { describe, announcementOf } from './describe.js';
import { Painter } from './paint.js';
import { paintRuler } from './ruler.js';

const RULER = 36;
const GAP = 4;
const TURN_NEEDS = 46;

export class Timeline {
  /** `page` is the shared state: the trace, the lanes, the window, the selection. */
  constructor(page) {
    this.page = page;
    this.canvas = byId('chart');
    this.names = byId('lane-names');
    this.painter = new Painter(page.trace);
    this.hover = null;
    this.cursorLane = 0;
    this.drawTimes = [];
    this.redraw = oncePerFrame(() => this.draw());
    page.window.listeners.add(this.redraw);
    new ResizeObserver(() => this.layout()).observe(byId('chart-box'));
    this.layout();
  }

  themeChanged() {
    this.painter = new Painter(this.page.trace);
    this.layout();
  }

  /** Lays out the lanes. Called when lanes, width or theme change; never while panning. */
  layout() {
    const { lanes } = this.page;
    this.width = Math.max(60, byId('chart-box').clientWidth);
    const narrow = innerWidth < 700;
    let y = RULER;
    this.boxes = new Map();
    // A tall screen gets taller lanes.
    const available = (innerHeight - 250) / Math.max(1, lanes.shown.length) - GAP;
    const usual = narrow ? 20 : Math.round(Math.min(Math.max(available, 24), 34));
    for (const lane of lanes.shown) {
      const height = lane.id === 'output' ? 12 : lane.spans.length > 0 ? usual : 14;
      this.boxes.set(lane.id, { x: 0, y, width: this.width, height });
      y += height + GAP;
    }
    this.height = y + 4;
    this.nameLanes(narrow);
    this.redraw();
  }

  nameLanes(narrow) {
    const { lanes } = this.page;
    const key = `${narrow} ${lanes.shown.map((lane) => `${lane.id} ${lane.spans.length > 0}`)}`;
    if (key !== this.namedFor) {
      this.namedFor = key;
      const focused = lanes.shown.findIndex((_, i) => this.names.children[i] === document.activeElement);
      this.names.replaceChildren(...lanes.shown.map((lane, index) => this.laneButton(lane, index, narrow)));
      if (focused >= 0) this.names.children[focused]?.focus();
    }
    for (const [index, lane] of lanes.shown.entries()) {
      const covered = lane.spans.sum[lane.spans.length];
      const label = `${lane.name}: ${count(lane.spans.length, 'event')}${covered > 0 ? `, ${duration(covered)}` : ''}`;
      this.names.children[index].setAttribute('aria-label', label);
      this.names.children[index].title = label;
    }
  }

  laneButton(lane, index, narrow) {
    const box = this.boxes.get(lane.id);
    return make(
      'button',
      {
        type: 'button',
        class: lane.spans.length > 0 ? 'lane' : 'lane empty',
        style: `top:${box.y}px;height:${box.height}px;--swatch:var(--lane-${lane.color})`,
        onfocus: () => this.focusLane(index),
        onclick: () => this.moveCursor(0),
      },
      narrow ? lane.short : lane.name,
    );
  }

  draw() {
    const began = performance.now();
    const { window, lanes, trace } = this.page;
    const { palette } = this.painter;
    const target = fitCanvas(this.canvas, this.width, this.height);
    const { context } = target;
    context.clearRect(0, 0, this.width, this.height);
    paintRuler(target, palette, window, { x: 0, y: 0, width: this.width, height: RULER }, this.height);
    this.paintTurns(target);
    for (const lane of lanes.shown) {
      const box = this.boxes.get(lane.id);
      if (!box) continue;
      const color = palette.lane(lane);
      context.fillStyle = palette.sunken;
      context.globalAlpha = 0.5;
      context.fillRect(0, box.y, box.width, box.height);
      context.globalAlpha = 1;
      if (lane.phase) this.painter.paint(target, lane.phase, color, window, box, { opacity: 0.2, slim: true });
      const name = (row) => this.nameIn(lane, row);
      const opacity = lane.id === 'wait' ? 0.45 : lane.found ? 0.22 : 1;
      this.painter.paint(target, lane.spans, color, window, box, { opacity, names: lane.found || lane.id === 'wait' ? null : name });
      if (lane.found) this.painter.paint(target, lane.found, color, window, box, { names: name });
    }
    this.paintDropped(context, palette, trace);
    this.paintSelection(target);
    // What the page itself costs: hexloop.drawTimes in the browser's console, and what tests/page measures.
    this.drawTimes.push(performance.now() - began);
    if (this.drawTimes.length > 600) this.drawTimes.splice(0, 300);
  }

  nameIn(lane, row) {
    const { trace } = this.page;
    if (lane.table === 'tasks') {
      const name = trace.places.name[trace.tasks.defined[row]];
      return name ? `${name} · ${trace.title(row)}` : trace.title(row);
    }
    return describe(trace, { table: lane.table, row }).title;
  }

  /** Where turns begin, if they are wide enough to be distinguished. */
  paintTurns({ context }) {
    const { lanes, window } = this.page;
    const { turns } = lanes;
    const first = turns.firstEndingAfter(window.from);
    const last = turns.firstFrom(window.to, first);
    if ((last - first) * TURN_NEEDS > this.width) return;
    context.font = `10px ${this.painter.palette.sans}`;
    context.lineWidth = 1;
    let lastNamed = -TURN_NEEDS;
    for (let i = first; i < last; i++) {
      const x = Math.round(this.x(turns.start[i])) + 0.5;
      context.strokeStyle = context.fillStyle = this.painter.palette.quiet;
      context.globalAlpha = 0.5;
      context.setLineDash([2, 3]);
      context.beginPath();
      context.moveTo(x, RULER - 6);
      context.lineTo(x, this.height);
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
      if (x - lastNamed < TURN_NEEDS + 6) continue;
      context.fillText(`turn ${turns.row[i]}`, x + 4, 12);
      lastNamed = x;
    }
  }

  paintDropped(context, palette, trace) {
    if (!(trace.dropped?.events > 0)) return;
    const x = this.x(trace.dropped.before);
    if (x <= 0) return;
    context.fillStyle = palette.alarm;
    context.globalAlpha = 0.08;
    context.fillRect(0, RULER, x, this.height - RULER);
    context.globalAlpha = 1;
    context.fillText(`${count(trace.dropped.events)} older events were dropped`, Math.max(4, x - 200), this.height - 6);
  }

  paintSelection(target) {
    const { context } = target;
    const { trace, selected, children } = this.page;
    const { palette } = this.painter;
    const shown = this.hover ?? selected;
    if (shown?.table === 'tasks') {
      const own = shown === selected && children ? [...children.of(shown.row)] : [];
      paintArrows(target, palette, this, trace, chainOf(trace, shown.row, 6), own);
    }
    for (const [it, color, width] of [[this.hover, palette.ink, 1], [selected, palette.accent, 2]]) {
      if (!it) continue;
      const box = this.boxOf(it);
      if (!box) continue;
      const { from, to, ready, late } = describe(trace, it);
      if (late > 0) this.paintLateness(context, box, ready, from);
      const left = Math.max(-6, this.x(from));
      const right = Math.min(this.width + 6, this.x(to));
      context.strokeStyle = color;
      context.lineWidth = width;
      context.beginPath();
      context.roundRect(left - 1.5, box.y - 1.5, Math.max(3, right - left) + 2.5, box.height + 3, 4);
      context.stroke();
    }
  }

  /** From the time it could have run to the time it did. */
  paintLateness(context, box, ready, began) {
    const from = Math.max(0, this.x(ready));
    const to = Math.min(this.width, this.x(began));
    if (to - from < 2) return;
    context.fillStyle = this.painter.palette.alarm;
    context.fillRect(from, box.y + box.height - 3, to - from, 3);
    context.fillRect(from, box.y, 1.5, box.height);
  }

  // ---- Where things are ----

  get left() {
    return 0;
  }

  get right() {
    return this.width;
  }

  x(time) {
    const { window } = this.page;
    return ((time - window.from) / window.span) * this.width;
  }

  time(x) {
    const { window } = this.page;
    return window.from + (x / this.width) * window.span;
  }

  boxOfTask(row) {
    return this.boxes.get(this.page.lanes.ofTask(row).id);
  }

  laneOf({ table, row }) {
    const { lanes, trace } = this.page;
    if (table === 'tasks') return lanes.ofTask(row);
    if (table === 'jobs') return lanes.thread(trace.jobs.thread[row], 'jobs');
    return lanes.shown.find((lane) => lane.table === table);
  }

  boxOf(it) {
    const lane = this.laneOf(it);
    return lane && this.boxes.get(lane.id);
  }

  laneAt(y) {
    return this.page.lanes.shown.find((lane) => {
      const box = this.boxes.get(lane.id);
      return y >= box.y - GAP / 2 && y < box.y + box.height + GAP / 2;
    });
  }

  /** The event at a point of the canvas, or null. */
  at(x, y) {
    const lane = this.laneAt(y);
    if (!lane) return null;
    const slack = (4 / this.width) * this.page.window.span;
    const spans = lane.found?.length > 0 ? lane.found : lane.spans;
    const index = spans.near(this.time(x), slack);
    return index < 0 ? null : { table: lane.table, row: spans.row[index] };
  }

  // ---- The cursor of the keyboard ----

  focusLane(index) {
    this.cursorLane = index;
  }

  /** Moves to the next (1) or previous (-1) event of the lane; 0: the first visible one. */
  moveCursor(direction) {
    const { lanes, window, trace } = this.page;
    const lane = lanes.shown[this.cursorLane];
    const spans = lane?.found?.length > 0 ? lane.found : lane?.spans;
    if (!spans || spans.length === 0) return this.page.announce(`${lane?.name ?? 'This lane'} is empty.`);
    const current = this.page.selected;
    let index;
    if (current && this.laneOf(current) === lane && direction !== 0) {
      const { from } = describe(trace, current);
      index = spans.firstFrom(from);
      while (index < spans.length - 1 && spans.row[index] !== current.row && spans.start[index] === from) index++;
      index += direction;
    } else index = direction < 0 ? spans.firstFrom(window.to) - 1 : spans.firstEndingAfter(window.from);
    index = Math.min(Math.max(index, 0), spans.length - 1);
    const target = { table: lane.table, row: spans.row[index] };
    this.page.select(target, { quiet: true });
    window.reveal(spans.start[index], Math.max(spans.end[index], spans.start[index] + 1));
    this.page.announce(announcementOf(trace, target));
    return undefined;
  }

  moveLane(direction) {
    const { children } = this.names;
    const next = Math.min(Math.max(this.cursorLane + direction, 0), children.length - 1);
    children[next]?.focus();
  }

  /** True if the key was handled. */
  key(event) {
    const { window } = this.page;
    const onLane = this.names.contains(document.activeElement);
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move && onLane && !event.shiftKey) this.moveCursor(move);
    else if (move) window.pan(move * 0.2);
    else if (event.key === 'ArrowUp' && onLane) this.moveLane(-1);
    else if (event.key === 'ArrowDown' && onLane) this.moveLane(1);
    else if (event.key === '+' || event.key === '=') window.zoom(0.6, this.anchor());
    else if (event.key === '-' || event.key === '_') window.zoom(1 / 0.6, this.anchor());
    else if (event.key === '0') window.fit();
    else if (event.key === 'Home') window.glide(0, window.span);
    else if (event.key === 'End') window.glide(window.end - window.span, window.end);
    else if (event.key === 'Escape' && this.page.selected) this.page.select(null);
    else return false;
    return true;
  }

  /** The fixed point of zooming by key: the selected event if it is visible. */
  anchor() {
    const { selected, window, trace } = this.page;
    if (!selected) return undefined;
    const { from, to } = describe(trace, selected);
    const middle = (from + to) / 2;
    return middle >= window.from && middle <= window.to ? middle : undefined;
  }
}
