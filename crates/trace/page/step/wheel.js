// The phase wheel: the six phases are the six sides of a hexagon, clockwise. Inside
// are the two queues that are emptied after every callback, and a pointer to where the loop is.

import { make, makeSvg } from '../app/dom.js';

const PHASES = ['timers', 'pending', 'idle', 'poll', 'check', 'close'];
const RUNS = { ticks: 'ticks run', promises: 'promise jobs run' };
const CENTER = 110;
const RADIUS = 84;

const corner = (i, radius = RADIUS) => {
  // The first side, timers, is the upper right one: the turn starts at the top.
  const angle = ((i * 60 - 90) * Math.PI) / 180;
  return [CENTER + radius * Math.cos(angle), CENTER + radius * Math.sin(angle)];
};

const middle = (i, radius) => {
  const angle = ((i * 60 - 60) * Math.PI) / 180;
  return [CENTER + radius * Math.cos(angle), CENTER + radius * Math.sin(angle)];
};

const point = ([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`;

export class Wheel {
  constructor(box) {
    this.sides = PHASES.map((phase, i) => this.side(phase, i));
    this.hand = makeSvg('path', { class: 'hand', d: `M${CENTER} ${CENTER - 65} l7 11 h-14z` });
    this.cores = [this.core('ticks', 'ticks', CENTER - 17), this.core('promises', 'promises', CENTER + 17)];
    this.main = makeSvg('text', { class: 'wheel-main', x: CENTER, y: CENTER + 47 }, 'main script');
    this.title = makeSvg('title', null, '');
    this.turns = 0;
    this.last = -1;
    box.replaceChildren(
      makeSvg('svg', { viewBox: '0 0 220 220', role: 'img', 'aria-labelledby': 'wheel-title' }, this.title, this.sides, this.cores, this.main, this.hand),
      make('p', { class: 'wheel-turn', id: 'wheel-turn' }),
    );
    this.title.id = 'wheel-title';
    this.turn = box.querySelector('#wheel-turn');
  }

  side(phase, i) {
    const [from, to] = [corner(i), corner(i + 1)];
    // A little off the corners, so that the sides read as six.
    const inner = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    const [x, y] = middle(i, RADIUS * 0.866 + 17);
    const turned = [30, 90, -30, 30, -90, -30][i];
    return makeSvg(
      'g',
      { class: 'side', 'data-phase': phase, style: `--swatch:var(--lane-${phase})` },
      makeSvg('polyline', { points: `${point(inner(from, to, 0.07))} ${point(inner(from, to, 0.93))}` }),
      makeSvg('text', { x: x.toFixed(1), y: y.toFixed(1), transform: `rotate(${turned} ${x.toFixed(1)} ${y.toFixed(1)})` }, phase),
    );
  }

  core(queue, name, y) {
    return makeSvg(
      'g',
      { class: 'core', 'data-queue': queue, style: `--swatch:var(--lane-${queue})` },
      makeSvg('rect', { x: CENTER - 37, y: y - 13, width: 74, height: 26, rx: 13 }),
      makeSvg('text', { x: CENTER, y: y + 1 }, name),
    );
  }

  /**
   * `phase` is the current phase or null; `queue` what runs: a phase, a microtask queue, main; `outside` names what
   * runs outside of the phases.
   */
  show({ phase, queue, turn, outside, waiting }) {
    for (const side of this.sides) side.classList.toggle('here', side.dataset.phase === phase);
    for (const core of this.cores) core.classList.toggle('runs', core.dataset.queue === queue);
    this.main.classList.toggle('runs', queue === 'main');
    this.main.textContent = queue === 'main' ? outside : '';
    const index = PHASES.indexOf(phase);
    this.hand.classList.toggle('off', index < 0);
    if (index >= 0) this.pointTo(index);
    const where = phase ? `the loop is in ${phase}` : turn > 0 ? 'the loop is between two turns' : 'the loop has not begun';
    const runs = waiting ? 'it sleeps' : queue === null ? 'nothing runs' : (RUNS[queue] ?? (queue === 'main' ? `${outside} runs` : `a callback of ${queue} runs`));
    this.title.textContent = `Phase wheel: ${where}; ${runs}.`;
    this.turn.textContent = turn > 0 ? `${phase ? '' : 'after '}turn ${turn}` : 'before the first turn';
  }

  /** Turns the shorter way, so that from close to timers the hand moves forward. */
  pointTo(index) {
    if (this.last >= 0) {
      const way = (((index - this.last) % 6) + 9) % 6;
      this.turns += way - 3;
    } else this.turns = index;
    this.last = index;
    this.hand.style.transform = `rotate(${this.turns * 60 + 30}deg)`;
  }
}
