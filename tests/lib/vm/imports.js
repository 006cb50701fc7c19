'use strict';
// import() in scripts: refused without a word from whoever made the script, or as the main program imports.
const vm = require('vm');

const context = vm.createContext();
const { USE_MAIN_CONTEXT_DEFAULT_LOADER: importModuleDynamically } = vm.constants;

(async () => {
  for (const run of [
    () => new vm.Script('import("node:path")').runInThisContext(),
    () => new vm.Script('import("node:path")').runInContext(context),
    () => new vm.Script('import("node:path")', { importModuleDynamically() {} }).runInThisContext(),
    () => new vm.Script('import("node:path")', { importModuleDynamically }).runInThisContext(),
    () => vm.compileFunction('return import("node:path")', [], { importModuleDynamically })(),
    () => new vm.Script('import("./missing.js")', { importModuleDynamically, filename: __filename }).runInThisContext(),
    () => vm.runInContext('(async () => (await import("node:path")))()', context, { importModuleDynamically }),
  ]) {
    try {
      console.log(Object.keys(await run()).includes('sep'));
    } catch (error) {
      console.log(error.code, error instanceof Error);
    }
  }
})();
