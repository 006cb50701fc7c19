'use strict';
// The channels of node:diagnostics_channel that tell of require() and import(). Loaded only when a program has loaded that
// module.

const { tracingChannel } = require('diagnostics_channel');

const ofRequire = tracingChannel('module.require');
const ofImport = tracingChannel('module.import');

function required(id, module) {
  const { Module } = require('module/cjs');
  if (!ofRequire.hasSubscribers) return Module._load(id, module, false);
  return ofRequire.traceSync(() => Module._load(id, module, false), { __proto__: null, parentFilename: module.filename, id });
}

function imported(start, specifier, parentURL) {
  if (!ofImport.hasSubscribers) return start();
  return ofImport.tracePromise(start, { __proto__: null, parentURL, url: specifier });
}

module.exports = { required, imported };
