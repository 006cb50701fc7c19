'use strict';
const util = require('util');
const show = (value) => console.log(util.inspect(value, { showHidden: true }));
show(() => {});
show(function named(a, b) { 'use strict'; });
show(async (x) => {});
show(class Foo { static s = 1; m() {} });
show(class Bar extends Map {});
show({ method(a) {} });
