'use strict';
// A WebAssembly.Module goes to another thread, however it was made; there it is one like any other.
const { Worker } = require('worker_threads');

// (func (export "add") (param i32 i32) (result i32) ...)
const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0,
  32, 0, 32, 1, 106, 11]);
const CODE = `
  const { parentPort } = require('worker_threads');
  parentPort.once('message', (modules) => {
    parentPort.postMessage(modules.map((module) => [module instanceof WebAssembly.Module, new WebAssembly.Instance(module).exports.add(2, 40)]));
  });`;

(async () => {
  const made = new WebAssembly.Module(bytes.buffer);
  const compiled = await WebAssembly.compile(bytes);
  const { module } = await WebAssembly.instantiate(bytes);
  console.log(made instanceof WebAssembly.Module, made.constructor === WebAssembly.Module, WebAssembly.Module.exports(made)[0].name, made);
  console.log(WebAssembly.Module.name, WebAssembly.Module.length, Object.prototype.toString.call(made));
  try {
    WebAssembly.Module(bytes);
  } catch (error) {
    console.log(error.name);
  }
  // What is written there afterwards is not what was compiled.
  bytes.fill(0);
  const worker = new Worker(CODE, { eval: true });
  worker.on('message', (answers) => console.log(answers));
  worker.postMessage([made, compiled, module]);
})();
