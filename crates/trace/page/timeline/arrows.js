// Arrows from the scheduling task to the scheduled one.

const MAX_ARROWS = 120;

/** The screen position of a time of a task. */
function pointOf(geometry, row, time) {
  const lane = geometry.boxOfTask(row);
  return lane && { x: Math.min(Math.max(geometry.x(time), geometry.left - 40), geometry.right + 40), y: lane.y + lane.height / 2, lane };
}

function paintArrow(context, from, to, color) {
  const bend = Math.max(24, Math.min(90, Math.abs(to.x - from.x) / 2));
  context.strokeStyle = color;
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(from.x, from.y);
  const lift = Math.abs(to.y - from.y) < 4 ? -26 : 0;
  context.bezierCurveTo(from.x + bend, from.y + lift, to.x - bend, to.y + lift, to.x - 5, to.y);
  context.stroke();
  context.beginPath();
  context.moveTo(to.x, to.y);
  context.lineTo(to.x - 7, to.y - 4);
  context.lineTo(to.x - 7, to.y + 4);
  context.closePath();
  context.fill();
  context.beginPath();
  context.arc(from.x, from.y, 2.5, 0, 7);
  context.fill();
}

/** The chain that led to `row`, and what `row` itself scheduled. */
export function paintArrows({ context }, palette, geometry, trace, chain, children) {
  const { tasks } = trace;
  context.lineWidth = 1.5;
  const arrow = (child, color) => {
    const parent = trace.rowOf(tasks.parent[child]);
    if (parent < 0 || tasks.began[child] < 0) return;
    // A promise job may be queued after its parent's end, by the code that settled the promise.
    const leaves = Math.min(Math.max(tasks.queued[child], tasks.began[parent]), tasks.ended[parent]);
    const from = pointOf(geometry, parent, leaves);
    const to = pointOf(geometry, child, tasks.began[child]);
    if (!from || !to) return;
    if (Math.max(from.x, to.x) < geometry.left || Math.min(from.x, to.x) > geometry.right) return;
    paintArrow(context, from, to, color);
  };
  context.globalAlpha = 0.55;
  for (const child of children.slice(0, MAX_ARROWS)) arrow(child, palette.quiet);
  context.globalAlpha = 1;
  for (const row of chain) arrow(row, palette.accent);
}
