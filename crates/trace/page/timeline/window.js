// The visible time range of the timeline, from hours to a microsecond.

const MIN_SPAN = 1000;

export class TimeWindow {
  constructor(end) {
    this.end = end;
    this.listeners = new Set();
    this.goal = null;
    /** Called when the user moves the window, not when a live recording does. */
    this.moved = () => {};
    this.set(-end * 0.01, end * 1.01);
  }

  get span() {
    return this.to - this.from;
  }

  /** Shows [from, to), kept within the recording and no narrower than a microsecond. */
  set(from, to) {
    this.goal = null;
    this.apply(from, to);
  }

  apply(from, to) {
    const margin = this.end * 0.02;
    const span = Math.min(Math.max(to - from, MIN_SPAN), this.end + 2 * margin);
    const middle = (from + to) / 2;
    this.from = Math.min(Math.max(middle - span / 2, -margin), this.end + margin - span);
    this.to = this.from + span;
    for (const listener of this.listeners) listener();
  }

  /** Moves by a fraction of the visible range. */
  pan(share) {
    this.moved();
    this.set(this.from + share * this.span, this.to + share * this.span);
  }

  /** Scales the range by `factor`, keeping the time `around` at its position. */
  zoom(factor, around = (this.from + this.to) / 2) {
    this.moved();
    const span = Math.min(Math.max(this.span * factor, MIN_SPAN), this.end * 1.04);
    const share = (around - this.from) / this.span;
    this.set(around - share * span, around + (1 - share) * span);
  }

  fit() {
    this.glide(-this.end * 0.01, this.end * 1.01);
  }

  /** Makes [from, to) visible, moving no more than needed. */
  reveal(from, to) {
    const length = to - from;
    if (length > this.span * 0.9 || length * 400 < this.span) {
      const span = Math.max(length * 16, MIN_SPAN);
      this.glide((from + to - span) / 2, (from + to + span) / 2);
    } else if (from < this.from + this.span * 0.05 || to > this.to - this.span * 0.05) {
      const middle = (from + to) / 2;
      this.glide(middle - this.span / 2, middle + this.span / 2);
    }
  }

  /** Animates to a range in a quarter of a second; without animation if reduced motion is preferred. */
  glide(from, to) {
    this.moved();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.set(from, to);
    const begin = { from: this.from, to: this.to, at: performance.now() };
    const goal = { from, to };
    this.goal = goal;
    const frame = (now) => {
      if (this.goal !== goal) return;
      const t = Math.min(1, Math.max(0, (now - begin.at) / 240));
      const eased = 1 - (1 - t) ** 3;
      this.apply(begin.from + (from - begin.from) * eased, begin.to + (to - begin.to) * eased);
      if (t < 1) requestAnimationFrame(frame);
      else this.goal = null;
    };
    requestAnimationFrame(frame);
    return undefined;
  }

  /** The recording has grown. */
  extend(end, follow) {
    const span = this.span;
    const whole = this.from <= 0 && this.to >= this.end;
    this.end = end;
    if (follow) this.set(whole ? 0 : end - span, end);
    else this.apply(this.from, this.to);
  }
}
