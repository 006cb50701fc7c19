'use strict';
// A hundred buffers of 1 KB made one.
const { best } = require('./measure.js');

const parts = Array.from({ length: 100 }, (_, i) => Buffer.alloc(1024, i));
best(5, 5_000, () => Buffer.concat(parts).length);
