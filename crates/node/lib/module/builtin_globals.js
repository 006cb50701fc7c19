'use strict';
// At the prompt and in -e and -p, Node's modules are there by name: `fs.readFileSync(…)` without a require.

const { publicModules } = binding('module');

function define() {
  for (const name of publicModules()) {
    if (/[/:]/.test(name) || name in globalThis) continue;
    const setTo = (value) => Object.defineProperty(globalThis, name, {
      __proto__: null, value, writable: true, enumerable: true, configurable: true,
    });
    Object.defineProperty(globalThis, name, {
      __proto__: null, configurable: true, enumerable: false, get: () => require(name), set: setTo,
    });
  }
}

module.exports = { define };
