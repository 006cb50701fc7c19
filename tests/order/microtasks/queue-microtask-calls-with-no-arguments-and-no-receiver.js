'use strict';
queueMicrotask(function (...args) {
  console.log(args.length, this === undefined);
});
