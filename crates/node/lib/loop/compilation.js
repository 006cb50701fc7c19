'use strict';
// WebAssembly.compile and instantiate. The engine compiles in a thread of its own and tells the event loop when it is done;
// until then the loop must stay alive, as Node's does.

const { WebAssembly } = require('engine');
const { expectCompilation } = binding('loop');

for (const name of ['compile', 'instantiate']) {
  const native = WebAssembly[name];
  const waiting = {
    [name](source) {
      const promise = native.apply(this, arguments);
      expectCompilation(1);
      return promise.then(
        (value) => {
          expectCompilation(-1);
          return value;
        },
        (error) => {
          expectCompilation(-1);
          throw error;
        },
      );
    },
  };
  Object.defineProperty(WebAssembly, name, { value: waiting[name] });
}

module.exports = { WebAssembly };
