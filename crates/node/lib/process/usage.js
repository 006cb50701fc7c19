'use strict';
// Resource usage: memory, CPU, time.

const native = binding('process');

function memoryUsage() {
  const { 0: capacity, 1: size, 2: extra } = native.heap();
  return {
    rss: native.residentMemory(),
    heapTotal: capacity,
    heapUsed: size,
    // The engine counts external memory of array buffers and strings together.
    external: extra,
    arrayBuffers: extra,
  };
}

// The argument of process.hrtime.
function validateTime(time) {
  require('core/validate').validateArray(time, 'time');
  if (time.length !== 2) {
    const { ERR_OUT_OF_RANGE } = require('core/errors').codes;
    throw new ERR_OUT_OF_RANGE('time', 2, time.length);
  }
}

function validatePrevious(value, key) {
  const { validateNumber } = require('core/validate');
  const { codes } = require('core/errors');
  const number = value[key];
  validateNumber(number, `prevValue.${key}`);
  if (!(number >= 0 && number <= Number.MAX_SAFE_INTEGER)) {
    throw new codes.ERR_INVALID_ARG_VALUE.RangeError(`prevValue.${key}`, number);
  }
  return number;
}

function timesSince(prevValue, ofThread) {
  let user = 0;
  let system = 0;
  if (prevValue) {
    require('core/validate').validateObject(prevValue, 'prevValue');
    user = validatePrevious(prevValue, 'user');
    system = validatePrevious(prevValue, 'system');
  }
  const usage = native.resourceUsage(ofThread);
  return { user: usage[0] - user, system: usage[1] - system };
}

const cpuUsage = (prevValue) => timesSince(prevValue, false);
const threadCpuUsage = (prevValue) => timesSince(prevValue, true);

const RESOURCES = [
  'userCPUTime', 'systemCPUTime', 'maxRSS', 'sharedMemorySize', 'unsharedDataSize', 'unsharedStackSize', 'minorPageFault',
  'majorPageFault', 'swappedOut', 'fsRead', 'fsWrite', 'ipcSent', 'ipcReceived', 'signalsCount', 'voluntaryContextSwitches',
  'involuntaryContextSwitches',
];

function resourceUsage() {
  const numbers = native.resourceUsage(false);
  const usage = {};
  for (let i = 0; i < RESOURCES.length; i++) usage[RESOURCES[i]] = numbers[i];
  return usage;
}

const constrainedMemory = () => native.memoryLimits()[0];
const availableMemory = () => native.memoryLimits()[1];
const uptime = () => native.monotonic() / 1e9;

module.exports = {
  availableMemory, constrainedMemory, cpuUsage, memoryUsage, resourceUsage, threadCpuUsage, uptime, validateTime,
};
