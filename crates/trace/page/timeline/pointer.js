// Pointer input of the timeline: drag and swipe to move, wheel and pinch to zoom, click to select.

import { byId } from '../app/dom.js';

const CLICK = 4;

export function followPointer(timeline, hoverCard) {
  const { canvas, page } = timeline;
  const { window } = page;
  const fingers = new Map();
  let moved = 0;
  let range = null;
  const rangeBox = byId('range');

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const step = event.deltaMode === 1 ? 16 : 1;
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) window.pan((sideways * step) / timeline.width);
    // A pinch on a trackpad arrives as a wheel with Ctrl held, in smaller steps.
    else window.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY * step)) * (event.ctrlKey ? 0.012 : 0.0035)), timeline.time(place(event).x));
  }, { passive: false });

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    if (fingers.size === 1) moved = 0;
    range = event.shiftKey ? { from: place(event).x, to: place(event).x } : null;
  });

  canvas.addEventListener('pointermove', (event) => {
    const now = place(event);
    const before = fingers.get(event.pointerId);
    if (!before) return hoverCard.show(timeline.at(now.x, now.y), event);
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (moved > CLICK) hoverCard.hide();
    if (range) stretch(now.x);
    else if (fingers.size === 2) pinch(event.pointerId, before, now);
    else if (moved > CLICK) window.pan((before.x - now.x) / timeline.width);
    fingers.set(event.pointerId, now);
    return undefined;
  });

  function stretch(x) {
    range.to = x;
    rangeBox.hidden = false;
    rangeBox.style.left = `${Math.min(range.from, range.to)}px`;
    rangeBox.style.width = `${Math.abs(range.to - range.from)}px`;
  }

  function pinch(id, before, now) {
    const [, other] = [...fingers].find(([key]) => key !== id);
    const was = Math.max(20, Math.abs(before.x - other.x));
    const is = Math.max(20, Math.abs(now.x - other.x));
    window.zoom(was / is, timeline.time((before.x + other.x) / 2));
    window.pan((before.x - now.x) / 2 / timeline.width);
  }

  const lift = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (range) {
      rangeBox.hidden = true;
      const [from, to] = [range.from, range.to].sort((a, b) => a - b);
      if (to - from > CLICK) window.glide(timeline.time(from), timeline.time(to));
      range = null;
    } else if (moved <= CLICK && event.type === 'pointerup') {
      const { x, y } = place(event);
      page.select(timeline.at(x, y));
    }
  };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);
  canvas.addEventListener('pointerleave', () => hoverCard.hide());
  canvas.addEventListener('dblclick', (event) => window.zoom(0.3, timeline.time(place(event).x)));
}
