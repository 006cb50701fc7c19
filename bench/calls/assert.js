'use strict';
const assert = require('assert');
const { eight } = require('./fixtures/eight.js');

const objects = eight((index) => ({ id: index, list: [1, { two: 2 }], when: new Date(0) }));
const equal = eight((index) => ({ id: index, list: [1, { two: 2 }], when: new Date(0) }));
const maps = eight((index) => new Map([['a', { id: index }], ['b', [1, 2]]]));
const equalMaps = eight((index) => new Map([['a', { id: index }], ['b', [1, 2]]]));
const sets = eight((index) => new Set([index, 'a', 'b']));
const equalSets = eight((index) => new Set([index, 'a', 'b']));
const bytes = eight((index) => Buffer.alloc(256, index));
const equalBytes = eight((index) => Buffer.alloc(256, index));
const texts = eight((index) => `line ${index}`);

function failing(check) {
  try {
    return check();
  } catch (error) {
    return error.message;
  }
}

const failed = () => { throw new TypeError('failed'); };

exports.calls = {
  ok: (turn) => assert(turn >= 0),
  equal: (turn) => assert.equal(texts[turn & 7], `line ${turn & 7}`),
  strictEqual: (turn) => assert.strictEqual(turn, turn),
  notStrictEqual: (turn) => assert.notStrictEqual(turn, -1),
  'deepEqual of objects': (turn) => assert.deepEqual(objects[turn & 7], equal[turn & 7]),
  'deepStrictEqual of objects': (turn) => assert.deepStrictEqual(objects[turn & 7], equal[turn & 7]),
  'deepStrictEqual of Maps': (turn) => assert.deepStrictEqual(maps[turn & 7], equalMaps[turn & 7]),
  'deepStrictEqual of Sets': (turn) => assert.deepStrictEqual(sets[turn & 7], equalSets[turn & 7]),
  'deepStrictEqual of Buffers': (turn) => assert.deepStrictEqual(bytes[turn & 7], equalBytes[turn & 7]),
  notDeepStrictEqual: (turn) => assert.notDeepStrictEqual(objects[turn & 7], equal[(turn + 1) & 7]),
  partialDeepStrictEqual: (turn) => assert.partialDeepStrictEqual(objects[turn & 7], { id: turn & 7 }),
  match: (turn) => assert.match(texts[turn & 7], /^line \d$/),
  throws: () => assert.throws(failed, TypeError),
  'throws with a pattern': () => assert.throws(failed, { name: 'TypeError', message: /fail/ }),
  doesNotThrow: () => assert.doesNotThrow(() => {}),
  ifError: () => assert.ifError(null),
  'strictEqual that fails': (turn) => failing(() => assert.strictEqual(turn, -1)),
  'deepStrictEqual that fails': (turn) => failing(() => assert.deepStrictEqual(objects[turn & 7], equal[(turn + 1) & 7])),
};

exports.operations = {
  rejects: () => assert.rejects(async () => failed(), TypeError),
};
