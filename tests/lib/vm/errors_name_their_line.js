'use strict';
// Offsets, file names, and the line with its arrow before the stack.
const vm = require('vm');

// What lies below the script depends on the runtime.
const head = (stack) => stack.split('\n').filter((line) => !/^ {4}at .*(?:node:|errors_name_their_line)/.test(line)).join('\n');
function show(run) {
  try {
    console.log(run());
  } catch (error) {
    console.log(error.stack === undefined ? error : `${error.name}\n${head(error.stack)}\n`);
  }
}

for (const options of [undefined, 'name.js', { filename: 'at.js', lineOffset: 10, columnOffset: 5 }, { displayErrors: false }]) {
  show(() => vm.runInThisContext('throw new Error("first line")', options));
  show(() => vm.runInNewContext('\n\n  throw new Error("third line")', {}, options));
  show(() => vm.runInNewContext('function f() {\n  null.x;\n}\n\tf();', {}, options));
  show(() => new vm.Script('let a;\n  var b = ;', options));
  show(() => vm.runInContext('await 1', vm.createContext(), options));
}
show(() => vm.compileFunction('throw new Error("in a function")', [], { filename: 'function.js', lineOffset: 3 })());
show(() => vm.compileFunction('\n  throw new Error("second line")', [])());
show(() => vm.compileFunction('return }', [], { filename: 'function.js' }));
show(() => vm.compileFunction('}); (function () {'));
show(() => vm.runInNewContext('throw "a text"'));
const script = new vm.Script('throw new Error(which)', 'again.js');
new vm.Script('another.text', 'again.js');
show(() => script.runInNewContext({ which: 'the text of the script that ran' }));
