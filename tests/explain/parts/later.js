'use strict';
exports.later = (done) => setTimeout(() => process.nextTick(done), 5);
