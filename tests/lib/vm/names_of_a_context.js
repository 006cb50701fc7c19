'use strict';
// What code in a context calls by name is a property of the context's object, both ways.
const vm = require('vm');

function show(code, context) {
  try {
    console.log(code, '=>', vm.runInContext(code, context));
  } catch (error) {
    console.log(code, '=> throws', `${error.name}: ${error.message}`);
  }
}

const context = vm.createContext(Object.defineProperty({ a: 1, get g() { return 1; } }, 'fixed', { value: 2 }));
show('a + 1', context);
show('a = 3; b = 4; a + b', context);
console.log(context.a, context.b);
show('"use strict"; undeclared = 1', context);
show('typeof undeclared', context);
show('undeclared', context);
show('fixed = 1; fixed', context);
show('"use strict"; fixed = 1', context);
show('"use strict"; globalThis.fixed = 1', context);
show('Object.defineProperty(globalThis, "fixed", { value: 3 })', context);
show('Reflect.defineProperty(globalThis, "fixed", { value: 3 })', context);
show('"use strict"; NaN = 1', context);
show('delete fixed', context);
show('"use strict"; delete globalThis.fixed', context);
show('"use strict"; g = 5; g', context);
show('delete b; typeof b', context);
console.log('b' in context);
show('Array = 5; Array', context);
console.log(context.Array);
delete context.Array;
show('typeof Array', context);
show('delete Map; typeof Map', context);
context.later = 'set outside';
show('later', context);
show('Object.keys(globalThis).join()', vm.createContext({ x: 1, y: 2 }));
show('"x" in globalThis && "Array" in globalThis && !("z" in globalThis)', vm.createContext({ x: 1 }));
show('this === globalThis && (function () { return this; })() === this', context);
show('(function () { "use strict"; return this; })()', context);
show('new Function("return this")() === globalThis && (0, eval)("this") === globalThis', context);
context.self = context;
show('self === this && self === globalThis.self', context);
show('toString === Object.prototype.toString', context);
show('globalThis.globalThis === globalThis', context);
console.log(vm.runInContext('this', vm.createContext({ shown: ['as', { an: 'object' }] })));
console.log(vm.runInContext('this', context) === context, vm.isContext(context), vm.isContext({}));

const known = Symbol('known');
context[known] = 1;
vm.runInContext('globalThis[Symbol.for("new")] = 2', context);
console.log(vm.runInContext('Object.getOwnPropertySymbols(globalThis).length', context), context[Symbol.for('new')]);
show('globalThis[Symbol.for("new")]', context);

const inherited = vm.createContext(Object.create({ up: 1 }));
show('up', inherited);
show('up = 2; up', inherited);
console.log(Object.keys(inherited), Object.getPrototypeOf(inherited).up);
show('typeof Object + typeof String(this)', vm.createContext(Object.create(null)));
