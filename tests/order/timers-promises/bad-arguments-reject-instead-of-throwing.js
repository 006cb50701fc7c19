const { setTimeout: sleep, setImmediate: soon } = require('timers/promises');
sleep('text').catch((error) => console.log('delay', error.code));
sleep(1, null, 'options').catch((error) => console.log('options', error.code));
sleep(1, null, { signal: 'x' }).catch((error) => console.log('signal', error.code));
soon(null, { ref: 1 }).catch((error) => console.log('ref', error.code));
process.nextTick(() => console.log('tick'));
