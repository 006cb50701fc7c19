// The whole recording in a strip, with the visible range of the timeline. Drag it, or click
// to move it.

import { byId, fitCanvas, oncePerFrame } from '../app/dom.js';

const HEIGHT = 44;

export class Minimap {
  constructor(page, timeline) {
    this.page = page;
    this.timeline = timeline;
    this.canvas = byId('minimap');
    this.picture = document.createElement('canvas');
    this.redraw = oncePerFrame(() => this.draw());
    page.window.listeners.add(this.redraw);
    new ResizeObserver(() => this.changed()).observe(byId('minimap-box'));
    this.follow();
    this.changed();
  }

  /** Lanes, search, size or colours have changed: redraws the picture behind the window. */
  changed() {
    this.stale = true;
    this.redraw();
  }

  draw() {
    const { window } = this.page;
    const { palette } = this.timeline.painter;
    const width = Math.max(60, byId('minimap-box').clientWidth);
    if (this.stale || this.width !== width) this.drawPicture(width);
    this.width = width;
    const { context } = fitCanvas(this.canvas, width, HEIGHT);
    context.clearRect(0, 0, width, HEIGHT);
    context.drawImage(this.picture, 0, 0, width, HEIGHT);
    const left = Math.max(0, (window.from / window.end) * width);
    const right = Math.min(width, (window.to / window.end) * width);
    const [from, to] = right - left < 3 ? [(left + right) / 2 - 1.5, (left + right) / 2 + 1.5] : [left, right];
    context.fillStyle = palette.paper;
    context.globalAlpha = 0.72;
    context.fillRect(0, 0, from, HEIGHT);
    context.fillRect(to, 0, width - to, HEIGHT);
    context.globalAlpha = 1;
    context.strokeStyle = palette.accent;
    context.lineWidth = 2;
    context.strokeRect(from + 1, 1, Math.max(1, to - from - 2), HEIGHT - 2);
  }

  drawPicture(width) {
    const { lanes, window } = this.page;
    const { painter } = this.timeline;
    const target = fitCanvas(this.picture, width, HEIGHT);
    target.context.clearRect(0, 0, width, HEIGHT);
    const busy = lanes.shown.filter((lane) => lane.spans.length > 0 && lane.id !== 'wait' && lane.id !== 'output');
    const height = (HEIGHT - 8) / Math.max(1, busy.length);
    busy.forEach((lane, i) => {
      const box = { x: 0, y: 4 + i * height, width, height: Math.max(1, height - 0.5) };
      const all = { from: 0, to: window.end };
      const color = painter.palette.lane(lane);
      painter.paint(target, lane.spans, color, all, box, { slim: true, opacity: lane.found ? 0.25 : 1 });
      if (lane.found) painter.paint(target, lane.found, color, all, box, { slim: true });
    });
    this.stale = false;
  }

  follow() {
    const { canvas, page } = this;
    let grip = null;
    const go = (event) => {
      const { window } = page;
      const x = event.clientX - canvas.getBoundingClientRect().left;
      const middle = (x / this.width) * window.end;
      // Within the window it is dragged; elsewhere its centre jumps to the pointer.
      grip ??= middle >= window.from && middle <= window.to ? middle - (window.from + window.to) / 2 : 0;
      window.set(middle - grip - window.span / 2, middle - grip + window.span / 2);
    };
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      grip = null;
      go(event);
      canvas.onpointermove = go;
    });
    const end = () => (canvas.onpointermove = null);
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      page.window.zoom(Math.exp(event.deltaY * 0.003));
    }, { passive: false });
  }
}
