// node: may-differ
setImmediate(() => console.log('immediate'));
setTimeout(() => console.log('timeout'), 0);
