'use strict';
// The engine's class of an object ('Map', 'Proxy', 'Object' …), regardless of its prototype and Symbol.toStringTag.

const { kindNumber, kindNames } = binding('inspect');
const names = kindNames();

/** One of the names in crates/engine/src/capabilities/cell_layout.rs, or 'ModuleNamespace'; 'Object' for any other object. */
const kindOf = (object) => {
  const name = names[kindNumber(object)];
  return name === 'Proxy' && globals?.has(object) ? 'Object' : name;
};

// The proxies that are global objects of node:vm contexts (vm/mirror.js): programs must not recognize them as proxies.
let globals;
const hideGlobals = (set) => { globals = set; };

module.exports = { kindOf, hideGlobals };
