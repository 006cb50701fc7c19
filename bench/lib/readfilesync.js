'use strict';
// A file of 1 KB, synchronously.
const fs = require('fs');
const path = require('path');
const { best, folder } = require('./measure.js');

const file = path.join(folder(), 'one-kilobyte');
fs.writeFileSync(file, 'x'.repeat(1024));
best(4, 20_000, () => fs.readFileSync(file).length);
