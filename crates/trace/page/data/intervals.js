// Time spans ordered by their start, for drawing a million of them in a few hundred
// pixels, sixty times a second.
//
//   start  1   4  5     9          15
//   end    3   5  8    14          16
//   reach  3   5  8    14          16    the latest end so far: rises, so it can be searched
//   sum    0   2  3  6    11          12  how much is covered before each span: the cover of
//                                        any run of spans is one subtraction, however long
//
// With `reach` the first visible span is found by bisection, with `sum` thousands of spans that
// fall into one pixel cost as much as one. The longest of a run comes from a pyramid: of each
// block of 64 spans, and of 64 blocks, and so on, the longest is kept.

import { withCapacity } from './table.js';

const SHIFT = 6;
const BLOCK = 1 << SHIFT;

export class Intervals {
  constructor() {
    this.length = 0;
    this.start = new Float64Array(16);
    this.end = new Float64Array(16);
    this.row = new Int32Array(16);
    this.summedTo = 0;
    this.reach = new Float64Array(16);
    this.landmarks = new Float64Array(1);
    this.sum = new Float64Array(17);
    this.pyramid = [];
    this.sorted = true;
  }

  add(start, end, row) {
    const at = this.length++;
    this.start = withCapacity(this.start, this.length);
    this.end = withCapacity(this.end, this.length);
    this.row = withCapacity(this.row, this.length);
    this.start[at] = start;
    this.end[at] = end;
    this.row[at] = row;
    if (at > 0 && start < this.start[at - 1]) this.sorted = false;
  }

  /** Must be called after the last `add` and before any query. */
  index() {
    if (!this.sorted) this.sortSpans();
    const { length } = this;
    this.reach = withCapacity(this.reach, length);
    this.sum = withCapacity(this.sum, length + 1);
    this.landmarks = withCapacity(this.landmarks, (length >> SHIFT) + 1);
    for (let i = this.summedTo; i < length; i++) {
      if (i % BLOCK === 0) this.landmarks[i >> SHIFT] = this.start[i];
      const before = i > 0 ? this.reach[i - 1] : -Infinity;
      this.reach[i] = Math.max(before, this.end[i]);
      this.sum[i + 1] = this.sum[i] + Math.max(0, this.end[i] - Math.max(this.start[i], before));
    }
    if (this.summedTo < length || this.pyramid.length === 0) this.buildPyramid();
    this.summedTo = length;
    return this;
  }

  sortSpans() {
    const order = Uint32Array.from({ length: this.length }, (_, i) => i);
    order.sort((a, b) => this.start[a] - this.start[b] || a - b);
    const picked = (column) => column.constructor.from(order, (i) => column[i]);
    [this.start, this.end, this.row] = [picked(this.start), picked(this.end), picked(this.row)];
    this.sorted = true;
    this.summedTo = 0;
  }

  buildPyramid() {
    this.pyramid = [];
    let below = null;
    let count = this.length;
    while (count > BLOCK) {
      const level = new Int32Array(Math.ceil(count / BLOCK));
      for (let i = 0; i < level.length; i++) {
        let best = -1;
        for (let k = i * BLOCK; k < Math.min(count, (i + 1) * BLOCK); k++) {
          const candidate = below ? below[k] : k;
          if (best < 0 || this.duration(candidate) > this.duration(best)) best = candidate;
        }
        level[i] = best;
      }
      this.pyramid.push(level);
      below = level;
      count = level.length;
    }
  }

  duration(index) {
    return this.end[index] - this.start[index];
  }

  /** The first span that ends after `time`. */
  firstEndingAfter(time) {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.reach[middle] > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * The first span, from `low` on, that begins at `time` or later. It gallops over `landmarks` first, every 64th beginning:
   * near ones are found immediately, and far ones without touching the memory in between.
   */
  firstFrom(time, low = 0) {
    const { start, length, landmarks } = this;
    if (low >= length || start[low] >= time) return low;
    const last = (length - 1) >> SHIFT;
    let block = low >> SHIFT;
    let step = 1;
    while (block + step <= last && landmarks[block + step] < time) {
      block += step;
      step *= 2;
    }
    let beyond = Math.min(last + 1, block + step);
    while (beyond - block > 1) {
      const middle = (block + beyond) >> 1;
      if (landmarks[middle] < time) block = middle;
      else beyond = middle;
    }
    let from = Math.max(low + 1, block << SHIFT);
    let to = Math.min(length, (block + 1) << SHIFT);
    while (from < to) {
      const middle = (from + to) >> 1;
      if (start[middle] < time) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The index of the longest span in [from, to), or -1. */
  longest(from, to) {
    let best = -1;
    const offer = (index) => {
      if (best < 0 || this.duration(index) > this.duration(best)) best = index;
    };
    let level = -1;
    let low = from;
    let high = to;
    const at = (index) => (level < 0 ? index : this.pyramid[level][index]);
    while (low < high) {
      const coarser = this.pyramid[level + 1];
      if (!coarser || high - low < BLOCK * 2) {
        for (let i = low; i < high; i++) offer(at(i));
        break;
      }
      while (low % BLOCK) offer(at(low++));
      while (high % BLOCK) offer(at(--high));
      low /= BLOCK;
      high /= BLOCK;
      level++;
    }
    return best;
  }

  /** The span nearest to `time`: the longest of those within `slack` of it, else the one that contains it; -1 if none. */
  near(time, slack) {
    const from = this.firstEndingAfter(time - slack);
    const to = this.firstFrom(time + slack, from);
    if (from >= to) return -1;
    for (let i = to - 1; i >= from && i > to - 8; i--) if (this.start[i] <= time && time < this.end[i]) return i;
    return this.longest(from, to);
  }

  /** How much of [from, to) is covered. */
  covered(from, to) {
    const first = this.firstEndingAfter(from);
    const last = this.firstFrom(to, first);
    if (first >= last) return 0;
    const whole = this.sum[last] - this.sum[first];
    const before = Math.max(0, Math.min(from, this.end[first]) - this.start[first]);
    const after = Math.max(0, this.reach[last - 1] - to);
    return Math.max(0, whole - before - after);
  }
}
