import { x } from './lib.js';
console.log(x, import.meta.main, process.argv.slice(2), typeof require, this, process.argv[1] === import.meta.filename);
