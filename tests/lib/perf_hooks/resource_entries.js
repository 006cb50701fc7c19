'use strict';
// The entry of a resource: what it shows, and whose getters are its own.
const { performance, PerformanceResourceTiming } = require('perf_hooks');

const info = {
  startTime: 1.5, endTime: 4, redirectStartTime: 0, redirectEndTime: 0, postRedirectStartTime: 1.5,
  finalServiceWorkerStartTime: 0, finalNetworkResponseStartTime: 0, finalNetworkRequestStartTime: 0,
  encodedBodySize: 1, decodedBodySize: 2, finalConnectionTimingInfo: null,
};
const mark = (connection) => performance.markResourceTiming({ ...info, finalConnectionTimingInfo: connection },
  'http://example.org/', 'fetch', globalThis, '', {}, 200, '');

const entry = mark(null);
console.log(mark(undefined).nextHopProtocol);
console.log(entry, Object.keys(entry.toJSON()).join());
console.log(entry.nextHopProtocol, mark({}).nextHopProtocol, mark({ ALPNNegotiatedProtocol: 'h2' }).nextHopProtocol);
for (const name of ['name', 'startTime', 'duration', 'responseEnd']) {
  const { get, set, enumerable } = Object.getOwnPropertyDescriptor(PerformanceResourceTiming.prototype, name);
  console.log(get.name, set, enumerable, get.call(entry));
  for (const other of [{}, performance.mark('another')]) {
    try {
      get.call(other);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
}
