process.title = 'a name';
console.log(process.title, require('fs').readFileSync('/proc/self/comm', 'utf8').trim());
process.title = 5;
console.log(typeof process.title, process.title);
