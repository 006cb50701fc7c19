'use strict';
// performance.nodeTiming and eventLoopUtilization.

const { objectDefineProperty } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { milestone, now } = require('perf_hooks/clock');
const { PerformanceEntry, kInspect, kMake, inspectAs } = require('perf_hooks/entry');

const idleTime = () => binding('perf').idleTime() / 1e6;

const JSON_FIELDS = ['name', 'entryType', 'startTime', 'duration', 'nodeStart', 'v8Start', 'bootstrapComplete', 'environment',
  'loopStart', 'loopExit', 'idleTime'];

class PerformanceNodeTiming extends PerformanceEntry {
  constructor(key = undefined) {
    super(key, 'node', 'node', 0, 0);
    const value = (name, is) => objectDefineProperty(this, name, { __proto__: null, enumerable: true, configurable: true, value: is });
    const getter = (name, get) => objectDefineProperty(this, name, { __proto__: null, enumerable: true, configurable: true, get });
    value('name', 'node');
    value('entryType', 'node');
    value('startTime', 0);
    getter('duration', now);
    for (const name of each(['nodeStart', 'v8Start', 'environment', 'loopStart', 'loopExit', 'bootstrapComplete'])) {
      getter(name, () => milestone(name));
    }
    getter('idleTime', idleTime);
    getter('uvMetricsInfo', () => {
      const { 0: loopCount, 1: events, 2: eventsWaiting } = binding('perf').loopMetrics();
      return { loopCount, events, eventsWaiting };
    });
  }

  toJSON() {
    const json = {};
    for (const name of each(JSON_FIELDS)) json[name] = this[name];
    return json;
  }

  [kInspect](depth, options, inspect) {
    return inspectAs(this, this.toJSON(), depth, options, inspect);
  }
}

const utilizationOf = (idle, active) => ({ idle, active, utilization: idle + active === 0 ? 0 : active / (idle + active) });

// Since the loop started, since an earlier result, or between two.
function eventLoopUtilization(later, earlier) {
  const start = milestone('loopStart');
  if (start <= 0) return { idle: 0, active: 0, utilization: 0 };
  if (earlier) return utilizationOf(later.idle - earlier.idle, later.active - earlier.active);
  const idle = idleTime();
  const active = now() - start - idle;
  return later ? utilizationOf(idle - later.idle, active - later.active) : utilizationOf(idle, active);
}

module.exports = { eventLoopUtilization, nodeTiming: new PerformanceNodeTiming(kMake) };
