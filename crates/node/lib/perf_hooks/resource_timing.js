'use strict';
// PerformanceResourceTiming: the timing of a fetch.

const { objectDefineProperty, objectGetOwnPropertyDescriptor } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { codes } = require('core/errors');
const { PerformanceEntry, kMake, makeEnumerable } = require('perf_hooks/entry');
const timeline = require('perf_hooks/timeline');

// The assumed size of the headers.
const HEADER_SIZE = 300;

// The getters, in the order of toJSON(): from the timing info of the Fetch standard and the other arguments.
const FIELDS = {
  __proto__: null,
  initiatorType: (entry) => entry.initiatorType,
  nextHopProtocol: ({ connection }) => connection?.ALPNNegotiatedProtocol,
  workerStart: ({ info }) => info.finalServiceWorkerStartTime,
  redirectStart: ({ info }) => info.redirectStartTime,
  redirectEnd: ({ info }) => info.redirectEndTime,
  fetchStart: ({ info }) => info.postRedirectStartTime,
  domainLookupStart: ({ connection }) => connection?.domainLookupStartTime,
  domainLookupEnd: ({ connection }) => connection?.domainLookupEndTime,
  connectStart: ({ connection }) => connection?.connectionStartTime,
  connectEnd: ({ connection }) => connection?.connectionEndTime,
  secureConnectionStart: ({ connection }) => connection?.secureConnectionStartTime,
  requestStart: ({ info }) => info.finalNetworkRequestStartTime,
  finalResponseHeadersStart: ({ info }) => info.finalNetworkResponseStartTime,
  firstInterimResponseStart: ({ info }) => info.firstInterimNetworkResponseStartTime ?? 0,
  responseStart: ({ info }) => info.firstInterimNetworkResponseStartTime || info.finalNetworkResponseStartTime,
  responseEnd: ({ info }) => info.endTime,
  transferSize({ cacheMode, info }) {
    if (cacheMode === 'local') return 0;
    return cacheMode === 'validated' ? HEADER_SIZE : info.encodedBodySize + HEADER_SIZE;
  },
  encodedBodySize: ({ info }) => info.encodedBodySize,
  decodedBodySize: ({ info }) => info.decodedBodySize,
  deliveryType: (entry) => entry.deliveryType,
  responseStatus: (entry) => entry.responseStatus,
  renderBlockingStatus: () => 'non-blocking',
  contentType: ({ bodyInfo }) => bodyInfo?.contentType ?? '',
  contentEncoding: ({ bodyInfo }) => bodyInfo?.contentEncoding ?? '',
};

class PerformanceResourceTiming extends PerformanceEntry {
  #timing;

  constructor(key = undefined, timing = {}) {
    super(key, timing.requestedUrl, 'resource', timing.info?.startTime, timing.info?.endTime - timing.info?.startTime);
    this.#timing = timing;
  }

  static timing(entry) {
    if (!(#timing in Object(entry))) throw new codes.ERR_INVALID_THIS('PerformanceResourceTiming');
    return entry.#timing;
  }
}
objectDefineProperty(PerformanceResourceTiming.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'PerformanceResourceTiming' });
// Only for the getters below.
const { timing: timingOf } = PerformanceResourceTiming;
const { toJSON } = {
  toJSON() {
    const json = call0(PerformanceEntry.prototype.toJSON, this);
    for (const name in FIELDS) json[name] = FIELDS[name](timingOf(this));
    return json;
  },
};
// Not assigned: a program may have frozen the prototype of the base.
objectDefineProperty(PerformanceResourceTiming.prototype, 'toJSON', {
  __proto__: null, value: toJSON, writable: true, enumerable: true, configurable: true,
});
delete PerformanceResourceTiming.timing;

// Those of every entry come first, and are the only non-enumerable ones, as in Node.
const OF_EVERY_ENTRY = {
  name: ({ requestedUrl }) => requestedUrl,
  startTime: ({ info }) => info.startTime,
  duration: ({ info }) => info.endTime - info.startTime,
};

function defineGetters(fields, enumerable) {
  for (const name in fields) {
    const { get } = objectGetOwnPropertyDescriptor({ get [name]() { return fields[name](timingOf(this)); } }, name);
    objectDefineProperty(PerformanceResourceTiming.prototype, name, { __proto__: null, configurable: true, enumerable, get });
  }
}
defineGetters(OF_EVERY_ENTRY, false);
defineGetters(FIELDS, true);
makeEnumerable(PerformanceResourceTiming.prototype, ['toJSON']);

function markResourceTiming(info, requestedUrl, initiatorType, global, cacheMode, bodyInfo, responseStatus, deliveryType = '') {
  if (cacheMode !== '' && cacheMode !== 'local') throw new codes.ERR_INTERNAL_ASSERTION("cache must be an empty string or 'local'");
  const resource = new PerformanceResourceTiming(kMake, {
    info, connection: info.finalConnectionTimingInfo, requestedUrl, initiatorType, cacheMode, bodyInfo, responseStatus, deliveryType,
  });
  timeline.bufferResource(resource, require('perf_hooks/performance').performance);
  return resource;
}

module.exports = { PerformanceResourceTiming, markResourceTiming };
