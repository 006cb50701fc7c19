'use strict';
const { PerformanceObserver, createHistogram, monitorEventLoopDelay, performance } = require('perf_hooks');

const histogram = createHistogram?.();
const timed = performance.timerify?.((value) => value + 1);
const before = performance.eventLoopUtilization?.();
performance.mark('begin');

exports.calls = {
  'performance.now': () => performance.now(),
  'performance.timeOrigin': () => performance.timeOrigin,
  'Date.now': () => Date.now(),
  'mark and clearMarks': () => {
    const mark = performance.mark('calls');
    performance.clearMarks('calls');
    return mark;
  },
  'measure and clearMeasures': () => {
    const measure = performance.measure('calls', 'begin');
    performance.clearMeasures('calls');
    return measure;
  },
  getEntriesByName: () => performance.getEntriesByName('begin'),
  'call of a timerified function': (turn) => timed(turn),
  eventLoopUtilization: () => performance.eventLoopUtilization(before),
  createHistogram: () => createHistogram(),
  'histogram.record': (turn) => histogram.record(1 + (turn & 1023)),
  'histogram.percentile': () => histogram.percentile(99),
  'monitorEventLoopDelay, enable and disable': () => {
    const delay = monitorEventLoopDelay();
    delay.enable();
    return delay.disable();
  },
  toJSON: () => performance.toJSON(),
};

exports.operations = {
  'PerformanceObserver of a mark': () => new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      performance.clearMarks('seen');
      resolve(list.getEntries().length);
    });
    observer.observe({ entryTypes: ['mark'] });
    performance.mark('seen');
  }),
};
