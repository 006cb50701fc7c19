// The engine compiles in a thread; the loop waits for it, idle or busy.
const bytes = new Uint8Array([0,97,115,109,1,0,0,0]);
(async () => {
  for (let i = 0; i < 3; i++) console.log(await WebAssembly.compile(bytes) instanceof WebAssembly.Module);
  const { instance, module } = await WebAssembly.instantiate(bytes);
  console.log(instance instanceof WebAssembly.Instance, module instanceof WebAssembly.Module);
  console.log(await WebAssembly.instantiate(module) instanceof WebAssembly.Instance);
  await WebAssembly.compile(new Uint8Array([1])).catch((e) => console.log(e instanceof WebAssembly.CompileError));
  let done = false; WebAssembly.compile(bytes).then(() => done = true);
  (function spin() { if (done) console.log('done while spinning'); else setImmediate(spin); })();
})();
process.on('exit', () => console.log('exit'));
