'use strict';
// WebAssembly.compile and instantiate. The engine compiles in a thread of its own and tells the event loop when it is done;
// until then the loop must stay alive, as Node's does.
//
// A module can go to another thread, which the engine has no way for: there it is compiled again. So the bytes of each are
// kept for as long as the module is.

const { WebAssembly } = require('engine');
const { expectCompilation } = binding('loop');

const bytesOf = new WeakMap();

// A copy of what is compiled: the program may write there meanwhile. Undefined for what is none.
function copyOf(source) {
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice();
  if (source instanceof ArrayBuffer) return new Uint8Array(source).slice();
  return undefined;
}

function keep(module, bytes) {
  if (bytes !== undefined && module instanceof WebAssembly.Module) bytesOf.set(module, bytes);
}

for (const name of ['compile', 'instantiate']) {
  const native = WebAssembly[name];
  const waiting = {
    [name](source) {
      const bytes = copyOf(source);
      const promise = native.apply(this, arguments);
      expectCompilation(1);
      return promise.then(
        (value) => {
          expectCompilation(-1);
          keep(name === 'compile' ? value : value.module, bytes);
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

const EngineModule = WebAssembly.Module;
const Module = new Proxy(EngineModule, {
  construct(target, args, newTarget) {
    const module = Reflect.construct(target, args, newTarget === Module ? target : newTarget);
    keep(module, copyOf(args[0]));
    return module;
  },
});
Object.defineProperty(EngineModule.prototype, 'constructor', { __proto__: null, value: Module, writable: true, configurable: true });
Object.defineProperty(WebAssembly, 'Module', { __proto__: null, value: Module, writable: true, configurable: true });

// What a thread that gets the module compiles; undefined for a module that was not made here.
const moduleBytes = (module) => bytesOf.get(module);

module.exports = { WebAssembly, moduleBytes };
