'use strict';
// The engine's brand of an object ('Map', 'Proxy', 'Object' …), whatever its prototype and Symbol.toStringTag claim.

const { kindNumber, kindNames } = binding('inspect');
const names = kindNames();

/** One of the names listed in crates/engine/src/layout.rs, or 'ModuleNamespace'; 'Object' for what has none. */
const kindOf = (object) => names[kindNumber(object)];

module.exports = { kindOf };
