'use strict';
const native = binding('process');

function environment() {
  const pairs = native.environment();
  const env = {};
  for (let i = 0; i < pairs.length; i += 2) env[pairs[i]] = pairs[i + 1];
  return env;
}

module.exports = { environment };
