// Scripts in contexts of node:vm, and errors there.
const say = (text) => console.log(text);
const vm = require('vm');
const steps = [
  () => say(vm.runInThisContext('1 + 1', 'own.js')),
  () => {
    const sandbox = vm.createContext({ shared: 5, say });
    vm.runInContext('var own = shared * 2; function add(n) { return own + n; } say(add(1))', sandbox);
    say(sandbox.own + ' ' + Object.keys(sandbox).length + ' ' + vm.isContext(sandbox));
    sandbox.later = 'later';
    say(vm.runInContext('typeof later + " " + delete globalThis.own + " " + typeof own', sandbox));
  },
  () => say(new vm.Script('this.constructor.name + " " + [3, 1, 2].sort().join()').runInNewContext()),
  () => say(vm.compileFunction('return a + b', ['a', 'b'])(1, 2)),
  () => vm.runInNewContext('throw new TypeError("inside")', {}, 'inside.js'),
  () => vm.runInNewContext('for (;;);', {}, { timeout: 20 }),
  () => new vm.Script('not a script', 'wrong.js'),
];
for (let i = 0; i < steps.length; i++) {
  try {
    steps[i]();
  } catch (error) {
    say('step ' + i + ' ' + error.name + ' ' + error.message);
  }
}
