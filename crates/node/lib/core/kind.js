'use strict';
// The engine's class of an object ('Map', 'Proxy', 'Object' …), regardless of its prototype and Symbol.toStringTag.

const { classIndex, classNames } = binding('inspect');
const names = classNames();

/** One of the names in crates/engine/src/capabilities/cell_layout.rs, or 'ModuleNamespace'; 'Object' for any other object. */
const kindOf = (object) => {
  const name = names[classIndex(object)];
  return name === 'Proxy' && globals?.has(object) ? 'Object' : name;
};

// The proxies that are global objects of node:vm contexts (vm/mirror.js): programs must not recognize them as proxies.
let globals;
const hideGlobals = (set) => { globals = set; };

// (object) => kindOf(object) === name, without comparing text. Not for 'Proxy' and 'Object'.
function kindTest(name) {
  let wanted = 0;
  while (names[wanted] !== name) wanted++;
  // Some names occur several times.
  let isUnique = true;
  for (let i = wanted + 1; i < names.length; i++) if (names[i] === name) isUnique = false;
  return isUnique ? (object) => classIndex(object) === wanted : (object) => names[classIndex(object)] === name;
}

module.exports = { kindOf, kindTest, hideGlobals };
