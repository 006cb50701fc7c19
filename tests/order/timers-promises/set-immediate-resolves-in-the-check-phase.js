const { setImmediate: soon } = require('timers/promises');
soon('a').then((v) => console.log(v));
setImmediate(() => console.log('callback'));
soon('b').then((v) => console.log(v));
process.nextTick(() => console.log('tick'));
