// env: FORCE_COLOR=1
'use strict';
console.log('plain text stays plain', 1, true, null, undefined, 10n, -0);
console.log(5);
console.log({ a: 1, b: 'two', c: [null, undefined, Symbol('s')], d: /x/, e: new Date(0), f() {} });
console.log('%s %d %o %O', 'a', 1, [1], { a: 1 });
console.dir({ a: 1 });
console.table([{ a: 1, b: 'x' }]);
console.group('group', 1);
console.info([1]);
console.groupEnd();
