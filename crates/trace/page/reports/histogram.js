// A histogram over powers of two: delays range from microseconds to seconds.

import { make } from '../app/dom.js';
import { count, duration } from '../app/format.js';

export class Histogram {
  constructor() {
    this.values = [];
  }

  add(ns) {
    this.values.push(Math.max(0, ns));
  }

  get length() {
    return this.values.length;
  }

  quantile(share) {
    if (this.values.length === 0) return 0;
    if (!this.ordered) this.ordered = Float64Array.from(this.values).sort();
    return this.ordered[Math.min(this.ordered.length - 1, Math.floor(share * this.ordered.length))];
  }

  buckets() {
    const counts = new Map();
    const bucketOf = (value) => (value < 1000 ? 0 : Math.floor(Math.log2(value / 1000)) + 1);
    for (const value of this.values) counts.set(bucketOf(value), (counts.get(bucketOf(value)) ?? 0) + 1);
    const keys = [...counts.keys()];
    if (keys.length === 0) return [];
    const found = [];
    for (let key = Math.min(...keys); key <= Math.max(...keys); key++) {
      found.push({ from: key === 0 ? 0 : 1000 * 2 ** (key - 1), to: 1000 * 2 ** key, count: counts.get(key) ?? 0 });
    }
    return found;
  }
}

/** Bars, and a hidden table with the same data for screen readers. `alarm`: from which value on a bar is red. */
export function histogramFigure(title, note, histogram, alarm = Infinity) {
  const buckets = histogram.buckets();
  if (buckets.length === 0) return make('figure', { class: 'histogram' }, make('figcaption', null, make('b', null, title)), make('p', { class: 'quiet' }, 'Nothing of the kind happened.'));
  const most = Math.max(...buckets.map((bucket) => bucket.count));
  // One delay of a second among a million must be visible: heights are logarithmic.
  const height = (n) => (n === 0 ? 0 : 6 + (94 * Math.log(n + 1)) / Math.log(most + 1));
  const text = (bucket) => `${duration(bucket.from)} to ${duration(bucket.to)}`;
  const quantiles = [['half under', 0.5], ['99 % under', 0.99], ['longest', 1]];
  return make(
    'figure',
    { class: 'histogram' },
    make('figcaption', null, make('b', null, title), make('span', { class: 'quiet' }, ` ${note}`)),
    make(
      'div',
      { class: 'bars', 'aria-hidden': 'true' },
      buckets.map((bucket) =>
        make(
          'div',
          { title: `${text(bucket)}: ${count(bucket.count)}`, class: bucket.from >= alarm ? 'bar alarm' : 'bar' },
          make('i', { style: `height:${height(bucket.count)}%` }),
          make('span', null, duration(bucket.from || 1)),
        ),
      ),
    ),
    make('p', { class: 'quantiles' }, quantiles.map(([name, share]) => make('span', null, `${name} `, make('b', null, duration(histogram.quantile(share)))))),
    make('table', { class: 'visually-hidden' }, make('caption', null, title), make('tbody', null, buckets.map((bucket) => make('tr', null, make('th', { scope: 'row' }, text(bucket)), make('td', null, count(bucket.count)))))),
  );
}
