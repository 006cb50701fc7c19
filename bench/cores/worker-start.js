'use strict';
// From `new Worker` to its 'online'.
require('./started.js').measureStart('online');
