'use strict';
const { finalization } = process;
const show = (title, act) => {
  try {
    console.log(title, act());
  } catch (error) {
    console.log(title, error.name, error.code, error.message);
  }
};
for (const value of [undefined, null, 1, 'x', [], () => {}]) show('register', () => finalization.register(value, () => {}));

const kept = [{ a: 1 }, { b: 1 }, { c: 1 }];
const [a, b, c] = kept;
finalization.register(a, (object, event) => console.log('first', object, event));
finalization.register(a, (object, event) => console.log('second', object, event));
finalization.registerBeforeExit(b, (object, event) => console.log('third', object, event));
finalization.register(c, () => console.log('never: unregistered'));
finalization.registerBeforeExit(a, (object, event) => console.log('fourth', object, event));
finalization.unregister(c);
finalization.unregister({});

process.on('exit', () => console.log('exit listener', kept.length));
let turns = 0;
process.on('beforeExit', () => {
  console.log('beforeExit listener');
  if (turns++ < 1) setImmediate(() => {});
});
