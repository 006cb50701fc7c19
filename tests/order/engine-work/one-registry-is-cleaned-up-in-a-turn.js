// flags: --expose-gc
const log = [];
const make = (name) => new FinalizationRegistry((held) => { log.push(name + ' ' + held); process.nextTick(() => log.push('tick ' + name + held)); });
const a = make('a'), b = make('b'), c = make('c');
(() => { for (let i = 0; i < 2; i++) { a.register({}, i); b.register({}, i); c.register({}, i); } })();
setTimeout(() => {
  gc();
  setImmediate(() => { log.push('immediate'); setImmediate(() => {log.push('immediate 2'); setImmediate(() => log.push('immediate 3'))}); });
  setTimeout(() => {}, 20);
}, 5);
process.on('exit', () => console.log(log.join('\n')));
