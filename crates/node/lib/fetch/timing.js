'use strict';
// The timing of a fetch, for performance.getEntriesByType('resource').
//
// Only numbers are recorded meanwhile. The entry is created when the body has ended, after the promise jobs that wait for it, so
// that it delays none of them.

const { promiseResolve, promiseThen } = require('core/safe/promises');
const { now } = require('perf_hooks/clock');

class Timing {
  constructor(url) {
    this.url = url.href;
    this.startTime = now();
    this.fetchStart = this.startTime;
    this.redirectStart = 0;
    this.redirectEnd = 0;
    this.requestStart = 0;
    this.responseStart = 0;
    this.encoded = 0;
    this.decoded = 0;
    this.isFinished = false;
  }

  redirected() {
    if (this.redirectStart === 0) this.redirectStart = this.startTime;
    this.redirectEnd = this.fetchStart = now();
  }

  sent() {
    this.requestStart = now();
  }

  responded() {
    this.responseStart = now();
  }

  // The body was read, or will not be read further.
  finish(status, headers) {
    if (this.isFinished) return;
    this.isFinished = true;
    const end = now();
    promiseThen(promiseResolve(), () => require('loop/ticks').nextTick(() => this.#report(end, status, headers)));
  }

  #report(end, status, headers) {
    const { fetchStart } = this;
    const info = {
      startTime: this.startTime, redirectStartTime: this.redirectStart, redirectEndTime: this.redirectEnd,
      postRedirectStartTime: fetchStart, finalServiceWorkerStartTime: 0, finalNetworkRequestStartTime: this.requestStart,
      finalNetworkResponseStartTime: this.responseStart, firstInterimNetworkResponseStartTime: 0, endTime: end,
      encodedBodySize: this.encoded, decodedBodySize: this.decoded,
      // As in Node, which does not report connection times.
      finalConnectionTimingInfo: {
        domainLookupStartTime: fetchStart, domainLookupEndTime: fetchStart, connectionStartTime: fetchStart,
        connectionEndTime: fetchStart, secureConnectionStartTime: fetchStart, ALPNNegotiatedProtocol: undefined,
      },
    };
    const body = { contentType: headers.get('content-type') ?? '', contentEncoding: headers.get('content-encoding') ?? '' };
    require('perf_hooks/resource_timing').markResourceTiming(info, this.url, 'fetch', globalThis, '', body, status);
  }
}

module.exports = { Timing };
