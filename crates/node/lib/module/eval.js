'use strict';
// hexloop -e, -p and standard input: a script in the global scope, with require and module at hand.

const { Module, makeRequire } = require('module/cjs');
const { evaluate, needsModuleGoal } = binding('module');

function runText(source, name, print) {
  if (needsModuleGoal(source, name)) {
    if (print) throw new (require('core/errors').codes.ERR_EVAL_ESM_CANNOT_PRINT)();
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
  if (name === '[eval]') require('module/builtin_globals').define();
  const result = evaluate(source, name);
  if (print) console.log(result);
}

module.exports = { runText };
