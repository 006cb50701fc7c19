// flags: --expose-gc
// The callbacks of a registry are one macrotask: before the immediates, the object that was registered last first.
const log = [];
const registry = new FinalizationRegistry((held) => { log.push('fr ' + held); Promise.resolve().then(() => log.push('job ' + held)); process.nextTick(() => log.push('tick ' + held)); });
(() => { for (let i = 0; i < 3; i++) registry.register({}, i); })();
setTimeout(() => {
  gc();
  process.nextTick(() => log.push('nextTick'));
  Promise.resolve().then(() => log.push('promise'));
  setImmediate(() => { log.push('immediate'); setImmediate(() => log.push('immediate 2')); });
  setTimeout(() => {}, 20);
  log.push('end');
}, 5);
process.on('exit', () => console.log(log.join('\n')));
