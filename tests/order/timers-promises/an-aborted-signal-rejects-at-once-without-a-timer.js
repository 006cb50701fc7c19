const { setTimeout: sleep, setImmediate: soon } = require('timers/promises');
const signal = AbortSignal.abort('my reason');
sleep(1000, null, { signal }).catch((error) => console.log('timeout', error.name, error.cause));
soon(null, { signal }).catch((error) => console.log('immediate', error.name, error.cause));
process.nextTick(() => console.log('tick'));
