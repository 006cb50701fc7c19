'use strict';
// setEnvironmentData() and getEnvironmentData(): data that is cloned for new workers.

const data = require.has('worker/thread') ? require('worker/thread').self.environmentData ?? new Map() : new Map();

function setEnvironmentData(key, value) {
  if (value === undefined) data.delete(key);
  else data.set(key, value);
}

const getEnvironmentData = function getEnvironmentData(key) {
  return data.get(key);
};

module.exports = { environmentData: () => (data.size > 0 ? data : undefined), getEnvironmentData, setEnvironmentData };
