// As lockdown of SES does: built-in modules that load later go on, and so does the async context where no promise has to be changed.
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (['globalThis', 'global', 'process', 'console'].includes(name) || /[sS]torage/.test(name)) continue;
  const value = globalThis[name];
  if ((typeof value !== 'function' && typeof value !== 'object') || value === null) continue;
  if (typeof value.prototype === 'object') Object.freeze(value.prototype);
  Object.freeze(value);
}

const steps = [
  async () => {
    const { AsyncLocalStorage } = require('async_hooks');
    const storage = new AsyncLocalStorage();
    await storage.run('store', async () => { await null; console.log(storage.getStore()); });
  },
  async () => console.log(await (await fetch('data:,fetched')).text()),
  async () => {
    const stream = new ReadableStream({ start(controller) { controller.enqueue('chunk'); controller.close(); } });
    await stream.pipeTo(new WritableStream({ write(chunk) { console.log(chunk); } }));
  },
  async () => console.log((await require('fs').promises.readFile(__filename)).length > 0),
  async () => console.log(require('vm').runInNewContext('1 + 1'), structuredClone(new Map([[1, 2]])), new URL('http://a/b').href, Buffer.from('x')),
  async () => { await require('timers/promises').setTimeout(1); console.log('timer'); },
  async () => { for (const name of ['http', 'worker_threads', 'readline', 'zlib', 'crypto', 'tls']) console.log(name, typeof require(name)); },
];
(async () => { for (const step of steps) await step(); })();
