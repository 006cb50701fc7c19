'use strict';
// -r FILE: modules that run before the program. They are required by a module without a file, from the working directory.

const { arrayIsArray } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const cjs = require('module/cjs');
const { Module } = cjs;

function preloadModules(requests) {
  if (!arrayIsArray(requests)) return;
  cjs.isPreloading = true;
  try {
    const parent = new Module('internal/preload', null);
    parent.paths = Module._nodeModulePaths(binding('module').resolvePath('', '.'));
    for (const request of each(requests)) parent.require(request);
  } finally {
    cjs.isPreloading = false;
  }
}

module.exports = { preloadModules };
