'use strict';
// An object of 10,000 entries.
const util = require('util');
const { best } = require('./measure.js');

const object = {};
for (let i = 0; i < 10_000; i++) object[`key${i}`] = i % 3 === 0 ? `value ${i}` : i % 3 === 1 ? i : { id: i };
best(8, 5, () => util.inspect(object).length);
