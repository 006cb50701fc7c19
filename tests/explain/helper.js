'use strict';
// Lines of another file are told with its name.
const { later } = require('./rooms/later');

later(() => console.log('later'));
