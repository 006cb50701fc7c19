'use strict';
setImmediate(() => {});
