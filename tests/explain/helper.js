'use strict';
// Lines of another file are reported with its name.
const { later } = require('./parts/later');

later(() => console.log('later'));
