'use strict';
// setEnvironmentData() and getEnvironmentData(): data that is cloned for new workers.

const { mapDelete, mapGet, mapSet } = require('core/intrinsics');
const { keysOf } = require('core/safe/walk');

// A Map: it is cloned.
const data = require.has('worker/thread') ? require('worker/thread').self.environmentData ?? new Map() : new Map();

function setEnvironmentData(key, value) {
  if (value === undefined) mapDelete(data, key);
  else mapSet(data, key, value);
}

const getEnvironmentData = function getEnvironmentData(key) {
  return mapGet(data, key);
};

module.exports = { environmentData: () => (keysOf(data).length > 0 ? data : undefined), getEnvironmentData, setEnvironmentData };
