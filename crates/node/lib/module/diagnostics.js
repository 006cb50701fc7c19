'use strict';
// The diagnostics channels of require() and import(). Loaded only if the program has loaded node:diagnostics_channel.

const { tracingChannel } = require('diagnostics_channel');

const requireChannel = tracingChannel('module.require');
const importChannel = tracingChannel('module.import');

function traceRequire(id, module) {
  const { Module } = require('module/cjs');
  if (!requireChannel.hasSubscribers) return Module._load(id, module, false);
  return requireChannel.traceSync(() => Module._load(id, module, false), { __proto__: null, parentFilename: module.filename, id });
}

function traceImport(start, specifier, parentURL) {
  if (!importChannel.hasSubscribers) return start();
  return importChannel.tracePromise(start, { __proto__: null, parentURL, url: specifier });
}

module.exports = { traceRequire, traceImport };
