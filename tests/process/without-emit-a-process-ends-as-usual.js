const { writeSync } = require('fs');
process.on('exit', () => console.log('never'));
process.emit = null;
process.exitCode = 3;
setTimeout(() => writeSync(1, 'timer\n'), 1);
