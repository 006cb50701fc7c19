'use strict';
const { Console } = require('console');
console.log(require('console') === console, require('node:console') === console, console.Console === Console, console instanceof Console, {} instanceof Console);
class Sink { constructor(name) { this.name = name; this.written = []; } write(text, callback) { this.written.push(text); } on() {} once() {} removeListener() {} listenerCount() { return 0; } }
const out = new Sink('out'), err = new Sink('err');
const mine = new Console(out, err);
mine.log('log', 1, { a: 1 }); mine.error('error'); mine.warn('warn %s', 'x'); mine.info('info'); mine.debug('debug'); mine.dir({ a: { b: { c: { d: 1 } } } }); mine.table([1]); mine.assert(false, 'failed %s', 'x'); mine.assert(0); mine.assert(false, { a: 1 });
mine.group('g'); mine.log('in group\nsecond'); mine.groupEnd(); mine.count(); mine.count('x');
console.log(out.written, err.written);
const one = new Sink('one');
const both = Console({ stdout: one, inspectOptions: { depth: 0 }, groupIndentation: 4 });
both.log({ a: { b: 1 } }); both.error('to the same'); both.group('g'); both.log('four'); both.groupEnd();
console.log(one.written, both instanceof Console);
const coloured = new Sink('coloured');
new Console({ stdout: coloured, colorMode: true }).log({ a: 1 }, 'x', 5); new Console({ stdout: coloured, colorMode: false }).log({ a: 1 }, 5); new Console({ stdout: coloured, inspectOptions: { colors: true } }).log([1]);
new Console({ stdout: coloured, stderr: err, inspectOptions: new Map([[coloured, { compact: false }]]) }).log([1]);
console.log(coloured.written);
class Sub extends Console { constructor() { super(one); } log(...args) { super.log('sub:', ...args); } extra() { this.log('extra'); } }
const sub = new Sub();
one.written.length = 0;
sub.log('x'); sub.extra(); sub.count(); sub.info('info is not log'); [1].forEach(sub.log);
console.log(one.written);
console.log(Object.keys(mine), Object.getOwnPropertyNames(mine), mine[Symbol.toStringTag], mine.log.name, mine.dir.length);
