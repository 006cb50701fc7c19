const { setTimeout: sleep } = require('timers/promises');
sleep(3).then(() => console.log('promise 1'));
setTimeout(() => console.log('callback 1'), 3);
sleep(3).then(() => console.log('promise 2'));
setTimeout(() => console.log('callback 2'), 3);
