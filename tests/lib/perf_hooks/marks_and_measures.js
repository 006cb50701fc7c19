'use strict';
// Marks and measures: what they hold, how they are found and cleared, and what is refused.
const { performance, PerformanceMark, PerformanceMeasure, PerformanceEntry } = require('perf_hooks');

function attempt(text) {
  try {
    const result = eval(text);
    console.log(text, '=>', result);
  } catch (error) {
    console.log(text, '!!', error.name, error.code, error.message);
  }
}

for (const text of [
  'performance.mark()', 'performance.mark("a", { startTime: -1 })', 'performance.mark("a", { startTime: "x" })', 'performance.mark("a", 1)',
  'performance.mark("nodeStart")', 'performance.mark("a", { detail: Symbol() })', 'performance.mark(1, { startTime: 2 })',
  'performance.mark("a", { startTime: 5, detail: { deep: [1] } })', 'performance.mark("b", { startTime: 3 }).toJSON()',
  'performance.measure()', 'performance.measure("x", "never")', 'performance.measure("x", { start: 1, end: 2, duration: 3 })',
  'performance.measure("x", { start: 1, duration: 3 })', 'performance.measure("x", { end: 5, duration: 3 })',
  'performance.measure("x", { end: 5 }, "a")', 'performance.measure("x", { start: -1 })', 'performance.measure("y", "b", "a")',
  'performance.measure("z", { start: "b", end: "a", detail: [1] }).toJSON()', 'performance.measure(1)',
  'performance.getEntries().map((entry) => entry.name)', 'performance.getEntriesByType("mark").map((entry) => entry.startTime)',
  'performance.getEntriesByName("x").length', 'performance.getEntriesByName("x", "mark").length', 'performance.getEntriesByName()',
  'performance.getEntriesByType()', 'performance.clearMarks("a")', 'performance.clearMarks("nodeStart")',
  'performance.getEntriesByType("mark").map((entry) => entry.name)', 'performance.clearMeasures("x")', 'performance.getEntries().length',
  'performance.clearMarks()', 'performance.clearMeasures()', 'performance.getEntries()', 'performance.now.call({})',
  'Object.getPrototypeOf(performance).timeOrigin', 'new PerformanceEntry()', 'new PerformanceMeasure()', 'new PerformanceMark()',
  'new PerformanceMark("m", { startTime: 1 })', 'new performance.constructor()', 'Object.prototype.toString.call(performance)',
  'performance instanceof EventTarget', 'performance.now() > 0', 'Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 60000',
  'Object.keys(performance.toJSON())', 'Object.keys(performance.nodeTiming)', 'performance.nodeTiming.loopStart',
  'performance.eventLoopUtilization()',
]) attempt(text);

setTimeout(() => {
  const { idle, active, utilization } = performance.eventLoopUtilization();
  console.log(idle > 0, active > 0, utilization > 0 && utilization < 1, performance.nodeTiming.loopStart > 0, performance.nodeTiming.loopExit);
  const earlier = performance.eventLoopUtilization();
  for (const began = Date.now(); Date.now() - began < 20;);
  console.log(performance.eventLoopUtilization(earlier).utilization);
}, 10);
