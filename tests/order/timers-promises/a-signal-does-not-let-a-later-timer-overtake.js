const { setTimeout: sleep } = require('timers/promises');
const { signal } = new AbortController();
sleep(2, 'with signal', { signal }).then((v) => console.log(v));
sleep(2, 'without').then((v) => console.log(v));
