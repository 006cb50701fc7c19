// node: may-differ
process.on('uncaughtException', (error) => console.log('caught', error.message));
setImmediate(() => console.log('immediate'));
setTimeout(() => { throw new Error('timeout'); }, 0);
setTimeout(() => console.log('timeout 2'), 0);
