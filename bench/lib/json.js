'use strict';
// 1,000 small objects to JSON and back.
const { best } = require('./measure.js');

const data = Array.from({ length: 1000 }, (_, i) => ({ id: i, name: `name ${i}`, tags: ['a', 'b'], on: i % 2 === 0 }));
best(5, 100, () => JSON.parse(JSON.stringify(data)).length);
