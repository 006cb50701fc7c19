'use strict';
// Marks and measures.

const { objectDefineProperty, objectKeys } = require('core/intrinsics');
const { codes } = require('core/errors');
const { validateNumber, validateObject, validateString } = require('core/validate');
const { isMilestone, milestone, now } = require('perf_hooks/clock');
const { PerformanceEntry, kMake, makeEnumerable } = require('perf_hooks/entry');
const timeline = require('perf_hooks/timeline');

const copyOf = (detail) => (detail == null ? null : require('core/structured_clone').structuredClone(detail));

function checkTime(time) {
  if (time < 0) throw new codes.ERR_PERFORMANCE_INVALID_TIMESTAMP(time);
}

class PerformanceMark extends PerformanceEntry {
  #detail;

  constructor(name, options = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    name = `${name}`;
    if (isMilestone(name)) throw new codes.ERR_INVALID_ARG_VALUE('name', name);
    if (options != null) validateObject(options, 'options');
    const startTime = options?.startTime ?? now();
    validateNumber(startTime, 'startTime');
    checkTime(startTime);
    super(kMake, name, 'mark', startTime, 0);
    this.#detail = copyOf(options?.detail);
  }

  get detail() {
    if (!(#detail in Object(this))) throw new codes.ERR_INVALID_THIS('PerformanceMark');
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
}
objectDefineProperty(PerformanceMark.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'PerformanceMark' });
makeEnumerable(PerformanceMark.prototype, ['detail']);

class PerformanceMeasure extends PerformanceEntry {
  #detail;

  constructor(key = undefined, name, start, duration, detail) {
    super(key, name, 'measure', start, duration);
    this.#detail = copyOf(detail);
  }

  get detail() {
    if (!(#detail in Object(this))) throw new codes.ERR_INVALID_THIS('PerformanceMeasure');
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
}
objectDefineProperty(PerformanceMeasure.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'PerformanceMeasure' });
makeEnumerable(PerformanceMeasure.prototype, ['detail']);

function mark(name, options) {
  const created = new PerformanceMark(name, options);
  timeline.addMark(created);
  return created;
}

// A time: a number, a milestone or the name of a mark.
function timeOf(name) {
  if (typeof name === 'number') {
    checkTime(name);
    return name;
  }
  name = `${name}`;
  if (isMilestone(name)) return milestone(name);
  const found = timeline.lastMark(name);
  if (found !== undefined) return found.startTime;
  const { DOMException } = require('core/dom_exception');
  throw new DOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
}

function checkMeasureOptions({ start, end, duration }, endMark) {
  const throwInvalid = (why) => { throw new codes.ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(why); };
  if (endMark !== undefined) throwInvalid('endMark must not be specified');
  if (start !== undefined && end !== undefined && duration !== undefined) {
    throwInvalid('Must not have options.start, options.end, and options.duration specified');
  }
}

function endOf({ start, end, duration }, endMark) {
  if (endMark !== undefined) return timeOf(endMark);
  if (end !== undefined) return timeOf(end);
  if (start !== undefined && duration !== undefined) return timeOf(start) + duration;
  return now();
}

function startOf({ start, end, duration }, startMark, ended) {
  if (start !== undefined) return timeOf(start);
  if (end !== undefined && duration !== undefined) return ended - duration;
  return typeof startMark === 'string' ? timeOf(startMark) : 0;
}

function measure(name, startOrOptions = {}, endMark = undefined) {
  validateString(name, 'name');
  const options = typeof startOrOptions === 'object' && startOrOptions !== null ? startOrOptions : {};
  if (options === startOrOptions && objectKeys(options).length > 0) checkMeasureOptions(options, endMark);
  const end = endOf(options, endMark);
  const start = startOf(options, startOrOptions, end);
  const created = new PerformanceMeasure(kMake, name, start, end - start, options.detail);
  timeline.addMeasure(created);
  return created;
}

function clearMarks(name) {
  if (name !== undefined) {
    name = `${name}`;
    if (isMilestone(name)) throw new codes.ERR_INVALID_ARG_VALUE('name', name);
  }
  timeline.clearMarks(name);
}

module.exports = { PerformanceMark, PerformanceMeasure, clearMarks, mark, measure };
