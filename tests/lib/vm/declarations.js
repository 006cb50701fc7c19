'use strict';
// `var` and `function` of a script become properties of the context's object; `let`, `const` and `class` do not, and stay.
const vm = require('vm');

const context = vm.createContext({ taken: 'before' });
function show(code) {
  try {
    console.log(code, '=>', vm.runInContext(code, context));
  } catch (error) {
    console.log(code, '=> throws', `${error.name}: ${error.message}`);
  }
}

show('early(); function early() { return "hoisted"; }');
show('typeof early');
console.log(typeof context.early, Object.getOwnPropertyDescriptor(context, 'early').configurable);
show('var taken; taken');
show('var fresh');
console.log('fresh' in context, context.fresh);
show('var { one, nested: [two] } = { one: 1, nested: [2] }; one + two');
show('for (var i = 0; i < 3; i++) { var inLoop = i; } i + inLoop');
show('for (var key in { k: 1 }); for (var item of [7]); key + item');
show('if (true) { function inBlock() { return 1; } } inBlock()');
console.log(context.one, context.two, context.i, context.inLoop, context.key, context.item, typeof context.inBlock);
context.i = 'outside';
show('i');
show('var i = i + "!"; i');
show('5; var completion = 3');
show('var x = 1; delete x');
console.log('x' in context);
show('x');
context.x = 7;
show('x');

show('let lexical = 1; const constant = 2; class Kind {} lexical');
console.log('lexical' in context, 'constant' in context, 'Kind' in context);
show('lexical++ + constant + typeof Kind');
show('lexical');
show('typeof globalThis.lexical');
show('constant = 3');
show('let lexical = 5');
show('var lexical = 5');
show('function lexical() {}');
show('let fresh = 1');
show('later; let later = 1');
context.shadowed = 'property';
show('let shadowed = "variable"; shadowed + " " + globalThis.shadowed');
show('eval("var evaluated = 1; let inner = 2; evaluated + inner")');
console.log(context.evaluated, typeof context.inner);
show('(0, eval)("var indirect = 1; function made() {}"); typeof made');
console.log(context.indirect, typeof context.made);
show('delete indirect');

const script = new vm.Script('var count = (typeof count === "number" ? count : 0) + 1; function twice() { return count * 2; } twice()');
const contexts = [vm.createContext(), vm.createContext(), vm.createContext({ count: 40 })];
for (const each of [...contexts, contexts[0]]) console.log(script.runInContext(each), each.count, typeof each.twice);
console.log(script.runInThisContext(), count, typeof twice);
