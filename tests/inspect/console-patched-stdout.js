'use strict';
const write = process.stdout.write;
const captured = [];
console.log('before');
process.stdout.write = function (chunk) { captured.push(String(chunk)); return true; };
console.log('captured', { a: 1 }); console.info('info'); console.table([1]); console.error;
process.stdout.write = write;
console.log('after', captured);
console.log(captured.length);
