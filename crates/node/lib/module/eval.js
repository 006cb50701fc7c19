'use strict';
// hexloop -e, -p and standard input: a script in the global scope, with require and module at hand.

const { Module, makeRequire } = require('module/cjs');
const { evaluate, needsModuleGoal } = binding('module');

function runText(source, name, print) {
  if (!print && needsModuleGoal(source, name)) {
    require('module/esm').runAsModule(source, `file://${process.cwd()}/[eval1]`);
    return;
  }
  const path = require('path');
  const module = new Module(name);
  module.filename = path.join(process.cwd(), name);
  module.paths = Module._nodeModulePaths(process.cwd());
  const globals = { require: makeRequire(module), module, exports: module.exports, __filename: name, __dirname: '.' };
  for (const key of Object.keys(globals)) {
    Object.defineProperty(globalThis, key, { __proto__: null, value: globals[key], writable: true, enumerable: false, configurable: true });
  }
  const result = evaluate(source, name);
  if (print) console.log(result);
}

module.exports = { runText };
