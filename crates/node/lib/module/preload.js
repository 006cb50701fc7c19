'use strict';
// -r FILE: modules that run before the program. They are required by a module that is no file, from the working folder.

const cjs = require('module/cjs');
const { Module } = cjs;

function preloadModules(requests) {
  if (!Array.isArray(requests)) return;
  cjs.isPreloading = true;
  try {
    const parent = new Module('internal/preload', null);
    parent.paths = Module._nodeModulePaths(binding('module').resolvePath('', '.'));
    for (const request of requests) parent.require(request);
  } finally {
    cjs.isPreloading = false;
  }
}

module.exports = { preloadModules };
