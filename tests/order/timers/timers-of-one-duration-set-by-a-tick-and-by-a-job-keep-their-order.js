Promise.resolve().then(() => setTimeout(() => console.log('set by a job'), 5));
process.nextTick(() => setTimeout(() => console.log('set by a tick'), 5));
setTimeout(() => console.log('set by the script'), 5);
