// The flame graph: time by cause. A box is a source line, its width the time spent in it and in
// everything it caused. There are two: by cause (which callback scheduled which) and by stack (the
// samples that were taken while something blocked the loop).

import { make } from '../app/dom.js';
import { count, duration, percent } from '../app/format.js';

const MAX_DEPTH = 24;
const MIN_SHARE = 0.003;

class Node {
  constructor(key, name, place, queue, above) {
    Object.assign(this, { key, name, place, queue, above });
    this.children = new Map();
    this.own = 0;
    this.total = 0;
    this.runs = 0;
    this.depth = above ? above.depth + 1 : 0;
  }

  /** The child with that key. A key of an ancestor returns that ancestor, so that cycles of callbacks are folded. */
  child(key, make) {
    for (let up = this; up; up = up.above) if (up.key === key) return up;
    if (this.depth >= MAX_DEPTH) return this;
    if (!this.children.has(key)) this.children.set(key, make(this));
    return this.children.get(key);
  }

  add(time) {
    this.own += time;
    this.runs++;
    for (let up = this; up; up = up.above) up.total += time;
  }
}

export function flameByCause(trace) {
  const { tasks, run, runLength } = trace;
  const root = new Node('', 'everything', null, 'main', null);
  const nodeOf = new Array(tasks.length);
  for (let i = 0; i < runLength; i++) {
    const row = run[i];
    const parent = trace.rowOf(tasks.parent[row]);
    const above = (parent >= 0 && nodeOf[parent]) || root;
    const key = `${trace.queueOf[row]} ${tasks.defined[row]} ${tasks.defined[row] < 0 ? `${trace.stacks[tasks.scheduled[row]]?.[0]} ${tasks.kind[row]}` : ''}`;
    nodeOf[row] = above.child(key, (up) => new Node(key, '', trace.placeOf(row), trace.queue(row), up));
    const node = nodeOf[row];
    node.name ||= node.place?.name || trace.title(row);
    node.add(Math.max(0, tasks.ended[row] - tasks.began[row]));
  }
  return root;
}

export function flameBySamples(trace) {
  const { samples, stacks } = trace;
  const root = new Node('', 'all samples', null, 'main', null);
  const usual = 10e6;
  for (let row = 0; row < samples.length; row++) {
    // A sample represents the time until the next one of the same task, at most twice the interval.
    const next = row + 1 < samples.length && samples.task[row + 1] === samples.task[row] ? samples.at[row + 1] - samples.at[row] : usual;
    let node = root;
    for (const index of [...(stacks[samples.stack[row]] ?? [])].reverse()) {
      const place = trace.place(index);
      const key = `${place?.file} ${place?.name} ${place?.name ? '' : place?.line}`;
      node = node.child(key, (up) => new Node(key, place?.name || '(anonymous)', place, 'main', up));
    }
    node.add(Math.min(next, 2 * usual));
  }
  return root;
}

/** The graph as buttons: focus and click zoom in, the path back stays on top. */
export function flameGraph(page, root) {
  const box = make('div', { class: 'flame' });
  const draw = (top) => {
    const boxes = [];
    let deepest = 0;
    const place = (node, left, width, level) => {
      if (width < MIN_SHARE) return;
      deepest = Math.max(deepest, level);
      boxes.push(flameBox(page, node, root, { left, width, level }, () => draw(node)));
      let at = left;
      for (const child of [...node.children.values()].sort((a, b) => b.total - a.total)) {
        const share = node.total > 0 ? (child.total / top.total) : 0;
        place(child, at, share, level + 1);
        at += share;
      }
    };
    const path = [];
    for (let up = top.above; up; up = up.above) path.unshift(up);
    path.forEach((node, level) => boxes.push(flameBox(page, node, root, { left: 0, width: 1, level, above: true }, () => draw(node))));
    place(top, 0, 1, path.length);
    deepest = Math.max(deepest, path.length);
    box.style.height = `${(deepest + 1) * 24}px`;
    box.replaceChildren(...boxes);
  };
  if (root.total === 0) return make('p', { class: 'quiet' }, 'No samples: nothing held the loop long enough to be looked at.');
  draw(root);
  return box;
}

function flameBox(page, node, root, { left, width, level, above }, zoom) {
  const where = page.trace.placeText(node.place);
  const title = `${node.name}${where && `, ${where}`}: ${duration(node.total)} with what it caused (${percent(node.total / root.total)}), ${duration(node.own)} itself, ${count(node.runs, 'run')}`;
  return make(
    'button',
    {
      type: 'button',
      class: above ? 'above' : undefined,
      style: `left:${(left * 100).toFixed(3)}%;width:${(width * 100).toFixed(3)}%;top:${level * 24}px;--swatch:var(--lane-${node.queue})`,
      title,
      'aria-label': title,
      onclick: zoom,
    },
    node.name,
  );
}
