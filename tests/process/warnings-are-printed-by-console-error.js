'use strict';
console.error = (text) => console.log(text.replace(/\d+/, 'PID'));
process.emitWarning('look out', { code: 'MINE', detail: 'below' });
