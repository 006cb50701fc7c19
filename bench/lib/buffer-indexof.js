'use strict';
// A word at the end of 64 KB.
const { best } = require('./measure.js');

const bytes = Buffer.alloc(65536, 'hexloop ');
bytes.write('needle', 65000);
best(5, 5_000, () => bytes.indexOf('needle'));
