'use strict';
// Requests of the parent to a running worker.

module.exports = {
  __proto__: null,
  heapStatistics: () => require('v8').getHeapStatistics(),
  cpuUsage: () => require('process/process').threadCpuUsage(),
};
