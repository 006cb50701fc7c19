'use strict';
// From `new Worker` to the first message of its program, which 'online' does not include.
require('./started.js').measureStart('message');
