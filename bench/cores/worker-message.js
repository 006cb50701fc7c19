'use strict';
// From `new Worker` to the first message of its program: what 'online' does not tell.
require('./started.js').measureStart('message');
