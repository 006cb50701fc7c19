// The ruler above the lanes: round numbers, as many as fit.

import { moment } from '../app/format.js';

const STEPS = [1, 2, 5];

/** The smallest round step of at least `least` nanoseconds. */
export function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return (STEPS.find((step) => step * power >= least) ?? 10) * power;
}

export function paintRuler({ context }, palette, window, box, bottom) {
  const scale = box.width / window.span;
  const step = roundStep(110 / scale);
  context.font = `11px ${palette.sans}`;
  context.textBaseline = 'alphabetic';
  context.lineWidth = 1;
  for (let k = Math.max(0, Math.floor(window.from / step)); k * step <= window.to; k++) {
    const x = Math.round(box.x + (k * step - window.from) * scale) + 0.5;
    if (x < box.x) continue;
    context.strokeStyle = palette.line;
    context.beginPath();
    context.moveTo(x, box.y + box.height - 5);
    context.lineTo(x, bottom);
    context.stroke();
    context.fillStyle = palette.quiet;
    context.fillText(moment(k * step, step), x + 4, box.y + box.height - 8);
  }
}
