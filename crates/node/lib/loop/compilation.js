'use strict';
// WebAssembly.compile and instantiate. The engine compiles on a thread of its own and notifies the loop when it is done; until then
// the loop must stay alive, as in Node.
//
// The engine cannot send a module to another thread, so it is compiled again there. For that the bytes of each module are kept as
// long as the module lives.

const { arrayBufferStaticIsView, objectDefineProperty, reflectConstruct } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { SafeWeakMap } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { WebAssembly, addNative } = require('engine');
const { addPendingCompilation, canRunEngineWork } = binding('loop');

const EngineModule = WebAssembly.Module;
const bytesOf = new SafeWeakMap();

// A copy of the source: the program may modify it meanwhile. Undefined if it has no bytes.
function copyOf(source) {
  if (arrayBufferStaticIsView(source)) return sliceOf(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  if (source instanceof ArrayBuffer) return sliceOf(new Uint8Array(source));
  return undefined;
}

function rememberBytes(module, bytes) {
  if (bytes !== undefined && module instanceof WebAssembly.Module) bytesOf.set(module, bytes);
}

// If deferred engine work cannot run (HEXLOOP_ENGINE=public), background compilation never completes.
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
  const native = canRunEngineWork() ? WebAssembly[name] : synchronous[name];
  const wrapped = {
    [name](source) {
      const bytes = copyOf(source);
      const promise = applyOn(native, this, arguments);
      addPendingCompilation(1);
      return promiseThen(promise, 
        (value) => {
          addPendingCompilation(-1);
          rememberBytes(name === 'compile' ? value : value.module, bytes);
          return value;
        },
        (error) => {
          addPendingCompilation(-1);
          throw error;
        },
      );
    },
  };
  objectDefineProperty(WebAssembly, name, { __proto__: null, value: wrapped[name] });
  addNative(wrapped[name], name);
}

const Module = new Proxy(EngineModule, {
  construct(target, args, newTarget) {
    const module = reflectConstruct(target, args, newTarget === Module ? target : newTarget);
    rememberBytes(module, copyOf(args[0]));
    return module;
  },
});
addNative(Module, 'Module');
objectDefineProperty(EngineModule.prototype, 'constructor', { __proto__: null, value: Module, writable: true, configurable: true });
objectDefineProperty(WebAssembly, 'Module', { __proto__: null, value: Module, writable: true, configurable: true });

// The bytes for another thread to compile; undefined for a module that was not created here.
const moduleBytes = (module) => bytesOf.get(module);

module.exports = { WebAssembly, moduleBytes };
