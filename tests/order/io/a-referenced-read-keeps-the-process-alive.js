process.on('exit', () => console.log('exit'));
require('fs').readFile(__filename, () => console.log('io'));
