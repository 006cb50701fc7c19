'use strict';
// Who hears of an entry, when, and in which order.
const { performance, PerformanceObserver } = require('perf_hooks');

function refusal(act) {
  try {
    console.log(act());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
const observer = (callback = () => {}) => new PerformanceObserver(callback);
refusal(() => new PerformanceObserver());
refusal(() => observer().observe());
refusal(() => observer().observe({ entryTypes: 1 }));
refusal(() => observer().observe({ type: 'mark', entryTypes: ['mark'] }));
refusal(() => { const o = observer(); o.observe({ type: 'mark' }); o.observe({ entryTypes: ['mark'] }); });
refusal(() => { const o = observer(); o.observe({ entryTypes: ['mark'] }); o.observe({ type: 'mark' }); });
refusal(() => observer().observe({ type: 'nobody knows' }));
console.log(PerformanceObserver.supportedEntryTypes, observer());

const names = (entries) => entries.map((entry) => entry.name).join();
const first = observer((list, self) => {
  console.log('first:', names(list.getEntries()), names(list.getEntriesByType('measure')), names(list.getEntriesByName('one')), self === first);
  console.log(list.getEntriesByType('function').map(({ name, detail, 0: argument }) => [name, detail, argument]));
  first.disconnect();
  second();
});
first.observe({ entryTypes: ['mark', 'measure', 'function'] });
setImmediate(() => console.log('an immediate set before'));
performance.mark('one', { startTime: 5 });
performance.mark('two', { startTime: 3 });
performance.measure('between', { start: 3, end: 5 });
console.log(first);
setImmediate(() => console.log('an immediate set after'));
process.nextTick(() => console.log('a tick'));
const timed = performance.timerify(function add(a, b) { return a + b; });
console.log(timed(1, 2), timed.name, timed.length);
class Made { constructor(value) { this.value = value; } }
console.log(new (performance.timerify(Made))(7) instanceof Made);

function second() {
  const buffered = observer((list) => {
    console.log('buffered:', names(list.getEntries()));
    buffered.disconnect();
    resources();
  });
  buffered.observe({ type: 'mark', buffered: true });
  console.log('taken:', names(buffered.takeRecords()));
  performance.mark('three');
}

function resources() {
  const info = { startTime: 5, endTime: 20, redirectStartTime: 7, redirectEndTime: 8, postRedirectStartTime: 9, finalServiceWorkerStartTime: 0,
    finalConnectionTimingInfo: { domainLookupStartTime: 10, domainLookupEndTime: 11, connectionStartTime: 12, connectionEndTime: 13,
      secureConnectionStartTime: 14, ALPNNegotiatedProtocol: 'h1' },
    finalNetworkRequestStartTime: 15, finalNetworkResponseStartTime: 16, encodedBodySize: 17, decodedBodySize: 18 };
  const mark = (url, cache = '') => performance.markResourceTiming(info, url, 'fetch', globalThis, cache, {}, 200, '');
  console.log(mark('http://localhost/'), mark('http://localhost/', 'local').transferSize);
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(1);
  performance.onresourcetimingbufferfull = (event) => console.log(event.type, performance.getEntriesByType('resource').length);
  for (let i = 0; i < 3; i++) mark(`http://localhost/${i}`);
  console.log('in the buffer:', performance.getEntriesByType('resource').length);
  setTimeout(() => console.log(names(performance.getEntriesByType('resource'))), 20);
}
