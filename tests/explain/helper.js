'use strict';
// Lines of another file are told with its name.
const { later } = require('./parts/later');

later(() => console.log('later'));
