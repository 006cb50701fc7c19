'use strict';
// The engine's brand of an object ('Map', 'Proxy', 'Object' …), whatever its prototype and Symbol.toStringTag claim.

const { kindNumber, kindNames } = binding('inspect');
const names = kindNames();

/** One of the names listed in crates/engine/src/capabilities/cell_layout.rs, or 'ModuleNamespace'; 'Object' for what has none. */
const kindOf = (object) => {
  const name = names[kindNumber(object)];
  return name === 'Proxy' && globals?.has(object) ? 'Object' : name;
};

// The Proxies that are the global objects of node:vm's contexts (vm/mirror.js): no program may know them for what they are.
let globals;
const hideGlobals = (set) => { globals = set; };

module.exports = { kindOf, hideGlobals };
