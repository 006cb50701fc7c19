(function () { console.log(arguments); })();
(function () { console.log(arguments, [arguments]); })(1, 'two', { three: 3 });
(function () { 'use strict'; console.log(arguments); })(1, [2]);
(function () { arguments.extra = 1; console.log(arguments); })(1);
(function () { console.log({ a: { b: { c: arguments } } }); })(1);
