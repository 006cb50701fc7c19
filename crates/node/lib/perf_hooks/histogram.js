'use strict';
// Histograms, in Rust (crates/node/src/bindings/perf.rs).

const { mapSet, objectDefineProperty, objectFromEntries, objectKeys, symbolFor } = require('core/intrinsics');
const { each, entriesOf } = require('core/safe/walk');
const { codes } = require('core/errors');
const { kClone } = require('core/cloneable');
const { unimplementedAll } = require('core/not_implemented');
const { validateArray, validateBoolean, validateInteger, validateNumber, validateObject } = require('core/validate');

const native = binding('perf');
const kInspect = symbolFor('nodejs.util.inspect.custom');
const kMake = Symbol('kMake');
const LARGEST = Number.MAX_SAFE_INTEGER;
// The minimum of an empty histogram.
const NO_MINIMUM = 9223372036854775807n;

const JSON_FIELDS = ['count', 'min', 'max', 'mean', 'exceeds', 'stddev', 'skewness', 'kurtosis', 'ewmaMean', 'ewmaStddev', 'ewmaErrorRate'];

function checkPercentile(percentile) {
  validateNumber(percentile, 'percentile');
  if (!(percentile > 0 && percentile <= 100)) throw new codes.ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
}

class Histogram {
  #native;

  constructor(key = undefined, made) {
    if (key !== kMake) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#native = made;
  }

  // The native function of a histogram.
  static native(histogram) {
    if (!(#native in Object(histogram))) throw new codes.ERR_INVALID_THIS('Histogram');
    return histogram.#native;
  }

  get count() { return nativeOf(this)('count'); }

  get countBigInt() { return BigInt(nativeOf(this)('count')); }

  countAt(value) {
    const query = nativeOf(this);
    validateNumber(value, 'value');
    return query('countAt', value);
  }

  // The fraction of values that are at most `value`.
  cdf(value) {
    const query = nativeOf(this);
    validateNumber(value, 'value');
    return query('countUpTo', value) / query('count');
  }

  ccdf(value) { return 1 - this.cdf(value); }

  get min() { return nativeOf(this)('min'); }

  get minBigInt() {
    const query = nativeOf(this);
    return query('count') === 0 ? NO_MINIMUM : BigInt(query('min'));
  }

  get max() { return nativeOf(this)('max'); }

  get maxBigInt() { return BigInt(nativeOf(this)('max')); }

  get mean() { return nativeOf(this)('mean'); }

  get exceeds() { return nativeOf(this)('exceeds'); }

  get exceedsBigInt() { return BigInt(nativeOf(this)('exceeds')); }

  get stddev() { return nativeOf(this)('stddev'); }

  get skewness() { return nativeOf(this)('skewness'); }

  get kurtosis() { return nativeOf(this)('kurtosis'); }

  // Moving averages are only kept for a histogram with a half-life (createHistogram).
  get ewmaMean() { return nativeOf(this) && 0; }

  get ewmaStddev() { return nativeOf(this) && 0; }

  get ewmaErrorRate() { return nativeOf(this) && 0; }

  percentile(percentile) {
    const query = nativeOf(this);
    checkPercentile(percentile);
    return query('percentile', percentile);
  }

  percentileBigInt(percentile) { return BigInt(this.percentile(percentile)); }

  percentilesAt(percentiles) {
    const query = nativeOf(this);
    validateArray(percentiles, 'percentiles');
    const map = new Map();
    for (let i = 0; i < percentiles.length; i++) {
      checkPercentile(percentiles[i]);
      mapSet(map, percentiles[i], query('percentile', percentiles[i]));
    }
    return map;
  }

  get percentiles() { return steps(this, (value) => value); }

  get percentilesBigInt() { return steps(this, BigInt); }

  reset() { nativeOf(this)('reset'); }

  toJSON() {
    const json = {};
    for (const name of each(JSON_FIELDS)) json[name] = this[name];
    json.percentiles = objectFromEntries(each(entriesOf(this.percentiles)));
    return json;
  }

  [kInspect](depth, options, inspect) {
    if (depth < 0) return options.stylize(`[${this.constructor.name}]`, 'special');
    const { min, max, mean, exceeds, stddev, skewness, kurtosis, count, percentiles } = this;
    const deeper = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Histogram ${inspect({ min, max, mean, exceeds, stddev, skewness, kurtosis, count, percentiles }, deeper)}`;
  }

  // A clone shares its data with the original, as in Node.
  get [kClone]() { return #native in this ? () => new Histogram(kMake, nativeOf(this)) : undefined; }
}
const nativeOf = Histogram.native;
delete Histogram.native;

function steps(histogram, convert) {
  const pairs = nativeOf(histogram)('percentiles');
  const map = new Map();
  for (let i = 0; i < pairs.length; i += 2) mapSet(map, pairs[i], convert(pairs[i + 1]));
  return map;
}

// Statistics of Node 26 that are not implemented.
const MISSING = unimplementedAll('histogram', ['burnRate', 'cliffsD', 'cohensD', 'export', 'ksTest', 'linearBuckets', 'logBuckets',
  'mannWhitneyTest', 'meanCI', 'percentileCI', 'qrde', 'welchTest']);
for (const name of each(objectKeys(MISSING))) {
  objectDefineProperty(Histogram.prototype, name, { __proto__: null, value: MISSING[name], writable: true, configurable: true });
}

// A value to record, as a number. One that exceeds the range of numbers exceeds the histogram, too.
function recordable(value, name) {
  if (typeof value === 'bigint') {
    if (value < 1n) {
      const error = new codes.ERR_OUT_OF_RANGE(name, '>= 1', value);
      error.message = 'value is out of range';
      throw error;
    }
    return Number(value);
  }
  validateInteger(value, name, 1);
  return value;
}

class RecordableHistogram extends Histogram {
  #recordable = true;

  constructor(key = undefined, made) {
    super(key, made);
  }

  static is(value) {
    return #recordable in Object(value);
  }

  record(value) {
    checkRecordable(this);
    nativeOf(this)('record', recordable(value, 'val'));
  }

  recordDelta() {
    checkRecordable(this);
    nativeOf(this)('recordDelta');
  }

  recordCorrected(value, interval) {
    checkRecordable(this);
    nativeOf(this)('recordCorrected', recordable(value, 'val'), recordable(interval, 'expectedInterval'));
  }

  add(other) {
    checkRecordable(this);
    nativeOf(this)('add', numberOf(other));
  }

  subtract(other) {
    checkRecordable(this);
    nativeOf(this)('subtract', numberOf(other));
  }

  get [kClone]() { return isRecordable(this) ? () => new RecordableHistogram(kMake, nativeOf(this)) : undefined; }
}
const isRecordable = RecordableHistogram.is;
delete RecordableHistogram.is;

function checkRecordable(value) {
  if (!isRecordable(value)) throw new codes.ERR_INVALID_THIS('RecordableHistogram');
}

function numberOf(other) {
  if (!isRecordable(other)) throw new codes.ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other);
  return nativeOf(other)('number');
}

// The delay of the loop. Samples are taken in Rust, by an unreferenced timer.
class ELDHistogram extends Histogram {
  #enabled = false;
  #resolution;

  constructor(key = undefined, made, resolution) {
    super(key, made);
    this.#resolution = resolution;
  }

  enable() {
    if (!(#enabled in Object(this))) throw new codes.ERR_INVALID_THIS('ELDHistogram');
    if (this.#enabled) return false;
    this.#enabled = true;
    nativeOf(this)('startSampling', this.#resolution);
    return true;
  }

  disable() {
    if (!(#enabled in Object(this))) throw new codes.ERR_INVALID_THIS('ELDHistogram');
    if (!this.#enabled) return false;
    this.#enabled = false;
    nativeOf(this)('stopSampling');
    return true;
  }

  [Symbol.dispose]() {
    this.disable();
  }
}

function bound(value, name, least) {
  if (typeof value === 'bigint') {
    if (value < least) throw new codes.ERR_OUT_OF_RANGE(name, `>= ${least}`, value);
    return Number(value);
  }
  validateInteger(value, name, 1);
  return value;
}

function createHistogram(options = {}) {
  validateObject(options, 'options');
  const { lowest = 1, highest = LARGEST, figures = 3, halfLife, threshold } = options;
  const least = bound(lowest, 'options.lowest', 1n);
  if (typeof highest !== 'bigint' && typeof highest !== 'number') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.highest', ['integer', 'bigint'], highest);
  }
  if (highest < 2 * least) {
    throw new codes.ERR_OUT_OF_RANGE('options.highest', `>= 2 * options.lowest (${2n * BigInt(least)}n)`, highest);
  }
  const most = bound(highest, 'options.highest', 2n);
  validateInteger(figures, 'options.figures', 1, 5);
  if (halfLife !== undefined || threshold !== undefined) throw require('core/not_implemented').notImplemented('createHistogram({ halfLife, threshold })');
  return new RecordableHistogram(kMake, native.createHistogram(least, most, figures));
}

function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10, samplePerIteration = false } = options;
  validateInteger(resolution, 'options.resolution', 1);
  validateBoolean(samplePerIteration, 'options.samplePerIteration');
  if (samplePerIteration) throw require('core/not_implemented').notImplemented('monitorEventLoopDelay({ samplePerIteration: true })');
  // The longest delay that Node records is an hour, in nanoseconds.
  return new ELDHistogram(kMake, native.createHistogram(1, 3.6e12, 3), resolution);
}

// For another thread (messaging/host_objects): both sides share the data.
const packed = (histogram) => ['histogram', isRecordable(histogram), nativeOf(histogram)('transfer')];
const arrived = (isForRecords, ticket) => new (isForRecords ? RecordableHistogram : Histogram)(kMake, native.receiveHistogram(ticket));

module.exports = { arrived, createHistogram, isRecordable, monitorEventLoopDelay, packed };
