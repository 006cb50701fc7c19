import { fail } from './lib.mjs';
process.on('exit', (code) => console.log('exit', code));
console.log('before');
fail('now');
