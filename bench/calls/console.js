'use strict';
// A console over a stream that drops what it is given.
const fs = require('fs');
const { Console } = require('console');
const { Writable } = require('stream');
const { eight } = require('./fixtures/eight.js');

const nowhere = new Writable({ write(chunk, encoding, done) { done(); } });
const quiet = new Console(nowhere);
const texts = eight((index) => `line ${index}`);
const objects = eight((index) => ({ id: index, list: [1, 2, 3], inner: { name: 'text' } }));
const rows = eight((index) => ({ id: index, name: `name ${index}` }));
const errors = eight((index) => new Error(`failed ${index}`));
let file;
let logger;

exports.open = async () => {
  file = fs.createWriteStream('/dev/null');
  logger = new Console(file);
};

exports.close = () => file.end();

exports.calls = {
  'log of text': (turn) => quiet.log(texts[turn & 7]),
  'log of 4 values': (turn) => quiet.log(texts[turn & 7], turn, true, null),
  'log with a template': (turn) => quiet.log('%s has %d', texts[turn & 7], turn),
  'log of an object': (turn) => quiet.log(objects[turn & 7]),
  'error of text': (turn) => quiet.error(texts[turn & 7]),
  'error of an error': (turn) => quiet.error(errors[turn & 7]),
  dir: (turn) => quiet.dir(objects[turn & 7], { depth: 0 }),
  'table of 8 rows': () => quiet.table(rows),
  'group, log and groupEnd': (turn) => {
    quiet.group('group');
    quiet.log(texts[turn & 7]);
    quiet.groupEnd();
  },
  'time and timeEnd': () => {
    quiet.time('calls');
    quiet.timeEnd('calls');
  },
  count: () => quiet.count('calls'),
  'assert that holds': (turn) => quiet.assert(turn >= 0, 'not printed'),
  trace: (turn) => quiet.trace(texts[turn & 7]),
  'new Console': () => new Console(nowhere),
};

exports.operations = {
  '100 lines to /dev/null': () => new Promise((resolve) => {
    for (let count = 0; count < 100; count++) logger.log('line %d of %s', count, 'log', { a: 1 });
    file.write('', resolve);
  }),
};
