// Draws the spans of a lane, however many there are.
//
// A span of a few pixels or more is a box with its name in it. Narrower ones are not drawn one by
// one: for every pixel the share of its time that they cover is added up (intervals.js does that
// without looking at each), becomes the opacity of that pixel in a strip one pixel high, and the
// strip is stretched to the lane's height. So a lane costs its width in pixels, not its events, and
// a single short event among hours is still seen: the faintest pixel is a third opaque.

const BOX = 5;
const MIN_OPACITY = 0.36;

export class Palette {
  constructor() {
    const style = getComputedStyle(document.documentElement);
    const read = (name) => style.getPropertyValue(name).trim();
    this.lanes = new Map();
    for (const id of ['main', 'timers', 'pending', 'idle', 'poll', 'wait', 'check', 'close', 'ticks', 'promises', 'calls', 'pool', 'worker', 'collector']) {
      const fill = read(`--lane-${id}`);
      this.lanes.set(id, { fill, rgb: [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16)) });
    }
    for (const name of ['ink', 'quiet', 'line', 'paper', 'raised', 'sunken', 'accent', 'alarm', 'on-lane']) this[name] = read(`--${name}`);
    this.sans = read('--sans');
    this.mono = read('--mono');
  }

  lane(lane) {
    return this.lanes.get(lane.color) ?? this.lanes.get('main');
  }
}

export class Painter {
  constructor(trace) {
    this.trace = trace;
    this.palette = new Palette();
    this.strip = document.createElement('canvas');
    this.cover = new Float32Array(16);
    this.boxes = new Int32Array(1024);
  }

  /** Draws the part of `spans` in [from, to) into the box at x, y. */
  paint(target, spans, color, window, box, { opacity = 1, names = null, slim = false } = {}) {
    const { context, ratio } = target;
    const pixels = Math.max(1, Math.round(box.width * ratio));
    const count = this.collect(spans, window.from, window.to, pixels);
    context.globalAlpha = opacity;
    this.paintStrip(context, pixels, color.rgb, box);
    const scale = box.width / (window.to - window.from);
    context.fillStyle = color.fill;
    for (let i = 0; i < count; i++) {
      const span = this.boxes[i];
      const left = Math.max(-4, (spans.start[span] - window.from) * scale);
      const right = Math.min(box.width + 4, (spans.end[span] - window.from) * scale);
      // A gap of half a pixel separates adjacent boxes.
      const width = Math.max(1, right - left - (slim ? 0 : 0.5));
      if (width > 14 && !slim) {
        context.beginPath();
        context.roundRect(box.x + left, box.y, width, box.height, 3);
        context.fill();
      } else context.fillRect(box.x + left, box.y, width, box.height);
    }
    if (names) this.paintNames(context, spans, count, window, box, names);
    context.globalAlpha = 1;
  }

  /** Sums narrow spans in `this.cover`, one number per pixel; returns the number of wide ones, in `this.boxes`. */
  collect(spans, from, to, pixels) {
    if (this.cover.length < pixels + 8) this.cover = new Float32Array(pixels + 8);
    const cover = this.cover.fill(0);
    const { start, end, sum, length } = spans;
    const scale = pixels / (to - from);
    let boxes = 0;
    let i = spans.firstEndingAfter(from);
    // A span without length ends where it begins, at `from` itself too.
    while (i < length && start[i] < to) {
      const left = (start[i] - from) * scale;
      if ((end[i] - start[i]) * scale >= BOX) {
        if (boxes === this.boxes.length) this.boxes = Int32Array.from({ length: boxes * 2 }, (_, k) => this.boxes[k] ?? 0);
        this.boxes[boxes++] = i++;
        continue;
      }
      const pixel = Math.max(0, Math.floor(left));
      let next = spans.firstFrom(from + (pixel + 1) / scale, i + 1);
      let last = next - 1;
      // Only the last span of a pixel can be wide: the others end before it begins.
      if (last > i && (end[last] - start[last]) * scale >= BOX) next = last--;
      const tail = (end[last] - from) * scale;
      let share = (sum[last + 1] - sum[i]) * scale;
      for (let p = pixel + 1; p < tail && p < pixels; p++) {
        const beyond = Math.min(1, tail - p);
        cover[p] += beyond;
        share -= beyond;
      }
      cover[pixel] = Math.max(cover[pixel] + share, 1e-3);
      i = next;
    }
    return boxes;
  }

  paintStrip(context, pixels, [red, green, blue], box) {
    if (this.strip.width !== pixels) {
      this.strip.width = pixels;
      this.strip.height = 1;
      this.stripContext = this.strip.getContext('2d', { willReadFrequently: true });
      this.image = this.stripContext.createImageData(pixels, 1);
      this.packed = new Uint32Array(this.image.data.buffer);
    }
    const { packed, cover } = this;
    const color = (blue << 16) | (green << 8) | red;
    let any = false;
    for (let p = 0; p < pixels; p++) {
      const share = cover[p];
      if (share > 0) {
        any = true;
        packed[p] = (Math.round(255 * Math.min(1, MIN_OPACITY + (1 - MIN_OPACITY) * share)) << 24) | color;
      } else packed[p] = 0;
    }
    if (!any) return;
    this.stripContext.putImageData(this.image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.strip, 0, 0, pixels, 1, box.x, box.y, box.width, box.height);
  }

  paintNames(context, spans, count, window, box, names) {
    const scale = box.width / (window.to - window.from);
    context.fillStyle = this.palette['on-lane'];
    context.font = `11px ${this.palette.sans}`;
    context.textBaseline = 'middle';
    for (let i = 0; i < count; i++) {
      const span = this.boxes[i];
      const left = Math.max(0, (spans.start[span] - window.from) * scale) + 5;
      const available = Math.min(box.width, (spans.end[span] - window.from) * scale) - left - 4;
      // About six pixels per character: fewer than three characters are not readable.
      if (available < 22) continue;
      const name = names(spans.row[span]);
      const characters = Math.floor(available / 6);
      context.fillText(name.length > characters ? `${name.slice(0, characters - 1)}…` : name, box.x + left, box.y + box.height / 2 + 0.5);
    }
  }
}
