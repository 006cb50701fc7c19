'use strict';
// hexloop -e, -p and standard input: a script in the global scope, with require and module.

const globals = require('globals');
const { objectDefineProperty, objectKeys } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { Module } = require('module/cjs');
const { makeRequire } = require('module/require_function');
const { evaluate, scriptNeedsModuleGoal, resolvePath, inputType } = binding('module');

function evalScript(source, name, print) {
  const type = inputType();
  if (name === '[eval]') require('module/builtin_globals').define();
  if (type === 'module' || (type === undefined && scriptNeedsModuleGoal(source))) {
    if (print) throw new (require('core/errors').codes.ERR_EVAL_ESM_CANNOT_PRINT)();
    require('module/esm').runAsModule(source, `file://${globals.process.cwd()}/[eval1]`);
    return;
  }
  const module = new Module(name);
  module.filename = resolvePath('', name);
  module.paths = Module._nodeModulePaths(resolvePath('', '.'));
  const variables = { require: makeRequire(module), module, exports: module.exports, __filename: name, __dirname: '.' };
  for (const key of each(objectKeys(variables))) {
    objectDefineProperty(globalThis, key, { __proto__: null, value: variables[key], writable: true, enumerable: false, configurable: true });
  }
  const result = evaluate(source, name);
  if (print) globals.console.log(result);
}

module.exports = { evalScript };
