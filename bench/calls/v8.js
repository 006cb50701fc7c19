'use strict';
const v8 = require('v8');
const { eight } = require('./fixtures/eight.js');

const objects = eight((index) => ({ id: index, list: [1, 2, 3], name: 'text', inner: { when: new Date(0) } }));
const serialized = objects.map((object) => v8.serialize(object));

exports.calls = {
  serialize: (turn) => v8.serialize(objects[turn & 7]),
  deserialize: (turn) => v8.deserialize(serialized[turn & 7]),
  getHeapStatistics: () => v8.getHeapStatistics(),
};
