'use strict';
// What a parent may ask of a worker that runs.

module.exports = {
  __proto__: null,
  heapStatistics: () => require('v8').getHeapStatistics(),
  cpuUsage: () => require('process/process').threadCpuUsage(),
};
