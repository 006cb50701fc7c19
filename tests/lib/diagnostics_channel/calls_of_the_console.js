'use strict';
// The channels of the console get the arguments of each call before they are formatted, also of consoles of a program's own.
const { channel, subscribe, unsubscribe } = require('diagnostics_channel');
const { Console } = require('console');

const seen = [];
const early = console.log;
const listener = (args, name) => {
  seen.push([name, args.length, typeof args[1]]);
  if (args[1]?.key) args[1].added = true;
};
for (const name of ['log', 'info', 'debug', 'warn', 'error']) subscribe(`console.${name}`, listener);
console.log('text', { key: 1 });
console.info('info');
console.debug();
console.warn('warn');
console.error('error', 5);
console.assert(false, 'assert');
console.dirxml('dirxml');
console.table([1]);
console.group('group');
console.groupEnd();
console.count();
console.dir(1);
new Console(process.stdout).log('own');
early('%s', 'early');
for (const name of ['log', 'info', 'debug', 'warn', 'error']) unsubscribe(`console.${name}`, listener);
console.log(seen, channel('console.log').hasSubscribers);
