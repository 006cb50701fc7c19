// What the engine itself threw speaks V8's words wherever a handler written in the call, or a listener, reads it.
const log = console.log;
process.on('uncaughtException', (e) => log('uncaught', e.message));
process.on('uncaughtExceptionMonitor', (e) => log('monitor', e.message));
process.on('unhandledRejection', (e) => log('unhandled', e.message));
(async () => zork)().catch((e) => log(1, e.message));
(async () => undefined.x)().then(null, (e) => log(2, e.message));
(async () => { let o = {}; o.f(); })().then(() => {}, function (e) { log(3, e.message); });
Promise.reject().then(() => {}, () => null.y).catch(({ message }) => log(4, message));
new Promise(() => { (void 0)(); }).catch((e) => log(5, String(e)));
Promise.resolve().then(() => nope()).finally(() => {}).catch((e) => log(6, e.message));
require('assert').throws(() => zork, { message: 'zork is not defined' });
require('assert').rejects(async () => zork, /zork is not defined/).then(() => log('rejects ok'), (e) => log('rejects', e.message));
(async () => zork)().catch(async (e) => log(10, e.message));
(async () => zork)().catch((e = 1) => log(11, e.message));
try { zork } catch ({ message }) { log(14, message); }
setTimeout(() => { zork(); }, 1);
setTimeout(() => { Promise.reject(new TypeError('mine')); (async () => qux.a)(); }, 2);
require('util').promisify((cb) => { cb(new Error('x')); })().catch((e) => log(15, e.message));
