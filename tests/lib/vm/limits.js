'use strict';
// A script that takes too long is ended, and nothing else is.
const vm = require('vm');

function show(run) {
  try {
    console.log(run());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

show(() => vm.runInThisContext('for (;;);', { timeout: 5 }));
show(() => vm.runInNewContext('try { for (;;); } catch { caught = 1; } finally { for (;;); }', {}, { timeout: 5 }));
show(() => vm.runInNewContext('1 + 1', {}, { timeout: 5000 }));
for (let i = 0; i < 5; i++) {
  try {
    vm.runInNewContext('for (;;) work()', { work() { [3, 1, 2].sort((a, b) => a - b); } }, { timeout: 3 });
  } catch (error) {
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') console.log(error);
  }
}
// The inner one is terminated and reported; the outer one goes on.
const codes = [];
show(() => vm.runInNewContext('try { inner(); } catch (e) { codes.push(e.code); } "went on"', {
  codes,
  inner() { vm.runInNewContext('for (;;);', {}, { timeout: 5 }); },
}, { timeout: 60_000 }));
console.log(codes);
// The outer one has less time: what is within it ends with it.
show(() => vm.runInNewContext('inner()', {
  inner() {
    try {
      vm.runInNewContext('for (;;);', {}, { timeout: 60_000 });
    } catch {
      console.log('never caught here');
    }
  },
}, { timeout: 20 }));
// Promise jobs of such a context belong to the run.
show(() => vm.runInNewContext('Promise.resolve().then(() => { for (;;); }); 1', {}, { timeout: 20, microtaskMode: 'afterEvaluate' }));
const ran = [];
vm.runInNewContext('Promise.resolve().then(() => ran.push("job"))', { ran }, { microtaskMode: 'afterEvaluate' });
console.log(ran);
show(() => vm.runInNewContext('function f() { f(); } f()'));
show(() => vm.runInNewContext('eval("1")', {}, { contextCodeGeneration: { strings: false } }));
show(() => vm.runInNewContext('new Function("return 1")', {}, { contextCodeGeneration: { strings: false } }));
show(() => vm.runInNewContext('eval("1")', {}, { contextCodeGeneration: { wasm: false } }));
show(() => vm.runInNewContext('new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))', {}, { contextCodeGeneration: { wasm: false } }));

process.on('exit', () => console.log('exit'));
setTimeout(() => {
  show(() => vm.runInThisContext('for (;;);', { timeout: 5 }));
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('job'));
  setImmediate(() => console.log('immediate'));
}, 1);
