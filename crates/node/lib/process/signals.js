'use strict';
module.exports = { watch() {}, emitSignal() {} };
