'use strict';
// In the REPL and in -e and -p, built-in modules are globals: `fs.readFileSync(…)` without a require.

const { objectDefineProperty, regexpTest } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { builtinModules } = binding('module');

function define() {
  for (const name of each(builtinModules())) {
    if (regexpTest(/[/:]/, name) || name in globalThis) continue;
    const setTo = (value) => objectDefineProperty(globalThis, name, {
      __proto__: null, value, writable: true, enumerable: true, configurable: true,
    });
    objectDefineProperty(globalThis, name, {
      __proto__: null, configurable: true, enumerable: false, get: () => require(name), set: setTo,
    });
  }
}

module.exports = { define };
