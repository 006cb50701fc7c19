'use strict';
// Histograms that a program fills, and the one of the loop's delay.
const { createHistogram, monitorEventLoopDelay } = require('perf_hooks');

function attempt(text) {
  try {
    console.log(text, '=>', eval(text));
  } catch (error) {
    console.log(text, '!!', error.name, error.code, error.message);
  }
}
for (const text of [
  'createHistogram(1)', 'createHistogram({ lowest: 0 })', 'createHistogram({ lowest: 10, highest: 15 })', 'createHistogram({ figures: 6 })',
  'createHistogram().record(0)', 'createHistogram().record("a")', 'createHistogram().record(1.5)', 'createHistogram().record(0n)',
  'createHistogram().percentile(0)', 'createHistogram().percentile("a")', 'createHistogram().add(1)', 'createHistogram()',
  'createHistogram().minBigInt', 'createHistogram().percentilesBigInt', 'createHistogram().record.call({}, 1)',
  'new (createHistogram().constructor)()', 'monitorEventLoopDelay(1)', 'monitorEventLoopDelay({ resolution: 0 })',
]) attempt(text);

const histogram = createHistogram();
for (let i = 1; i <= 1000; i++) histogram.record(i);
console.log(histogram, histogram.percentile(50), histogram.percentileBigInt(99.9), histogram.mean, histogram.stddev);
console.log(histogram.countAt(3), histogram.cdf(500), histogram.percentilesAt([10, 90]));
histogram.record(2n ** 60n);
console.log(histogram.exceeds, histogram.exceedsBigInt, histogram.maxBigInt, histogram.countBigInt);
const sum = createHistogram();
sum.record(123456789);
sum.add(histogram);
console.log(sum.count, sum.min, sum.max, sum.exceeds, structuredClone(sum).count);
sum.reset();
console.log(sum.count, JSON.stringify(sum));
for (const value of [1, 7, 2047, 2048, 2049, 40000, 123456, 99999999]) sum.record(value);
console.log(sum.percentiles, sum.mean, sum.stddev);
const deltas = createHistogram();
deltas.recordDelta();
deltas.recordDelta();
console.log(deltas.count, deltas.max > 0);

const delay = monitorEventLoopDelay({ resolution: 5 });
console.log(delay.enable(), delay.enable());
setTimeout(() => {
  // Date.now() cuts what is below a millisecond off: this may take 99.
  for (const began = Date.now(); Date.now() - began < 100;);
  setTimeout(() => {
    console.log(delay.disable(), delay.disable(), delay.count > 0, delay.max >= 98e6, delay.min > 0, delay.mean <= delay.max);
    const { count } = delay;
    setTimeout(() => console.log(delay.count === count), 20);
  }, 20);
}, 30);
