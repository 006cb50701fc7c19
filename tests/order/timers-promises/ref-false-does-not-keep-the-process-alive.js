const { setTimeout: sleep, setImmediate: soon } = require('timers/promises');
sleep(60000, null, { ref: false }).then(() => console.log('never'));
soon(null, { ref: false }).then(() => console.log('never'));
process.on('exit', (code) => console.log('exit', code));
