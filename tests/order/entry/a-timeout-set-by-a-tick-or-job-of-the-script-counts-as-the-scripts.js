// node: may-differ
setImmediate(() => console.log('immediate'));
process.nextTick(() => setTimeout(() => console.log('set by a tick'), 0));
Promise.resolve().then(() => setTimeout(() => console.log('set by a job'), 0));
