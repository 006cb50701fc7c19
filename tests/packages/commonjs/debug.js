// Namespaces, formatters and extension of debug; it writes to standard error, here without colours or dates.
const debug = require('debug');

debug.log = (text, ...rest) => console.log(text.replace(/^\S+Z /, 'TIME '), ...rest);
debug.enable('app:*,-app:quiet,lib');
debug.formatters.h = (bytes) => Buffer.from(bytes).toString('hex');

const app = debug('app:server');
const quiet = debug('app:quiet');
const lib = debug('lib');
const other = debug('other');

console.log([app, quiet, lib, other].map((log) => `${log.namespace}=${log.enabled}`).join(' '));
app('listening on %s:%d', 'localhost', 8080);
app('options %o and %O', { a: [1, 2] }, { b: { c: 'x' } });
app('bytes %h', [1, 171]);
quiet('not shown');
lib(new Error('shown by its message').message);
app.extend('http')('GET %s', '/index.html');
lib.enabled = false;
lib('off now');
console.log(debug.disable(), debug.enabled('app:server'));
