'use strict';
// The interface of the ES module loader. The parts are in module/esm/: record.js (module records), load.js (from a specifier to a
// graph), link.js and exports.js (name resolution), environment.js (how a body reads its imports), evaluate.js (evaluation order).

const globals = require('globals');
const { stringEndsWith } = require('core/intrinsics');

module.exports = {
  // The main program is a module: a file, or source that turned out to be one.
  runFile(path) { require('module/esm/entry').runFile(binding('modules').pathToFileUrl(path)); },
  runAsModule(source, url) {
    if (!stringEndsWith(url, ']')) require('module/esm/translate').warnOfMissingType(url, binding('modules').fileUrlToPath(url));
    require('module/esm/entry').runSource(source, url);
  },
  unsettledExitCode() { return require.has('module/esm/entry') ? require('module/esm/entry').unsettledExitCode() : undefined; },

  // import() in the source at `url`.
  importerFor(url) { return require('module/esm/dynamic_import').importerFor(url); },
  // import() in source that is not in a file.
  importFromFolder(specifier, options) {
    const parentUrl = `${binding('modules').pathToFileUrl(globals.process.cwd())}/`;
    return require('module/esm/dynamic_import').importDynamically(specifier, options, parentUrl);
  },

  requireModule(module, url, source) { return require('module/esm/require').requireModule(module, url, source); },

  syncBuiltinExports() { if (require.has('module/esm/synthetic')) require('module/esm/synthetic').syncBuiltinExports(); },
};
