'use strict';
// node:constants: what os, fs and crypto each have under their own name, in one object. Deprecated, and still imported.

const { dlopen, errno, priority, signals } = require('os').constants;

module.exports = Object.freeze({
  ...dlopen, ...errno, ...priority, ...signals, ...require('fs').constants, ...require('crypto').constants,
});
