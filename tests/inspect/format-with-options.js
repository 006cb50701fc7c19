'use strict';
const util = require('util');
console.log(JSON.stringify(util.formatWithOptions({ colors: true }, '%s %O', 'text', { a: 1 }, 5, 'x')));
console.log(util.formatWithOptions({ compact: false }, 'see', { a: { b: 1 } }));
console.log(util.formatWithOptions({ depth: 0 }, '%O %o', { a: { b: 1 } }, { a: { b: 1 } }, { a: { b: 1 } }));
console.log(util.formatWithOptions([], 'arrays are objects', 1), util.formatWithOptions({}, 'no options'));
for (const wrong of [undefined, null, false, 5, 5n, 'str', Symbol('s')]) try { util.formatWithOptions(wrong, 'x'); } catch (error) { console.log(error.name, error.code, error.message); }
try { util.formatWithOptions(() => {}, 'x'); } catch (error) { console.log(error.code, error.message); }
