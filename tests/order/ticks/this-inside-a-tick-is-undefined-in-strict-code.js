'use strict';
process.nextTick(function () {
  console.log(this === undefined || this === null ? 'no receiver' : typeof this);
});
