'use strict';
// The ES module loader, for the rest of the runtime. How it works is told in module/esm/: record.js (what a module is), load.js
// (from a specifier to a graph), link.js and exports.js (which name is which), environment.js (how a body reads what it imports),
// evaluate.js (the order in which bodies run).

const { stringEndsWith } = require('core/intrinsics');

module.exports = {
  // The program is a module: its file, or a text that turned out to be one.
  runFile(path) { require('module/esm/entry').runFile(binding('modules').pathToFileUrl(path)); },
  runAsModule(source, url) {
    if (!stringEndsWith(url, ']')) require('module/esm/translate').warnOfMissingType(url, binding('modules').fileUrlToPath(url));
    require('module/esm/entry').runSource(source, url);
  },
  unsettledExitCode() { return require.has('module/esm/entry') ? require('module/esm/entry').unsettledExitCode() : undefined; },

  // import() as a text at `url` calls it.
  importerFor(url) { return require('module/esm/dynamic_import').importerFor(url); },
  // And as a text that is in no file does.
  importFromFolder(specifier, options) {
    const parentUrl = `${binding('modules').pathToFileUrl(process.cwd())}/`;
    return require('module/esm/dynamic_import').importDynamically(specifier, options, parentUrl);
  },

  requireModule(module, url, source) { return require('module/esm/require').requireModule(module, url, source); },

  syncBuiltinExports() { if (require.has('module/esm/synthetic')) require('module/esm/synthetic').syncBuiltinExports(); },
};
