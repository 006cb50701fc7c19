'use strict';
// WebAssembly.compile and instantiate. The engine compiles in a thread of its own and tells the event loop when it is done;
// until then the loop must stay alive, as Node's does.
//
// A module can go to another thread, which the engine has no way for: there it is compiled again. So the bytes of each are
// kept for as long as the module is.

const { arrayBufferStaticIsView, objectDefineProperty, reflectConstruct } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { SafeWeakMap } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { WebAssembly } = require('engine');
const { expectCompilation, runsEngineWork } = binding('loop');

const EngineModule = WebAssembly.Module;
const bytesOf = new SafeWeakMap();

// A copy of what is compiled: the program may write there meanwhile. Undefined for what is none.
function copyOf(source) {
  if (arrayBufferStaticIsView(source)) return sliceOf(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  if (source instanceof ArrayBuffer) return sliceOf(new Uint8Array(source));
  return undefined;
}

function rememberBytes(module, bytes) {
  if (bytes !== undefined && module instanceof WebAssembly.Module) bytesOf.set(module, bytes);
}

// Where the engine's own work cannot be run (HEXLOOP_ENGINE=public), what it compiles in the background is never told of.
const synchronous = {
  async compile(source) {
    return new EngineModule(source);
  },
  async instantiate(source, imports) {
    if (source instanceof EngineModule) return new WebAssembly.Instance(source, imports);
    const module = new EngineModule(source);
    return { module, instance: new WebAssembly.Instance(module, imports) };
  },
};

for (const name of each(['compile', 'instantiate'])) {
  const native = runsEngineWork() ? WebAssembly[name] : synchronous[name];
  const wrapped = {
    [name](source) {
      const bytes = copyOf(source);
      const promise = applyOn(native, this, arguments);
      expectCompilation(1);
      return promiseThen(promise, 
        (value) => {
          expectCompilation(-1);
          rememberBytes(name === 'compile' ? value : value.module, bytes);
          return value;
        },
        (error) => {
          expectCompilation(-1);
          throw error;
        },
      );
    },
  };
  objectDefineProperty(WebAssembly, name, { value: wrapped[name] });
}

const Module = new Proxy(EngineModule, {
  construct(target, args, newTarget) {
    const module = reflectConstruct(target, args, newTarget === Module ? target : newTarget);
    rememberBytes(module, copyOf(args[0]));
    return module;
  },
});
objectDefineProperty(EngineModule.prototype, 'constructor', { __proto__: null, value: Module, writable: true, configurable: true });
objectDefineProperty(WebAssembly, 'Module', { __proto__: null, value: Module, writable: true, configurable: true });

// What a thread that gets the module compiles; undefined for a module that was not made here.
const moduleBytes = (module) => bytesOf.get(module);

module.exports = { WebAssembly, moduleBytes };
