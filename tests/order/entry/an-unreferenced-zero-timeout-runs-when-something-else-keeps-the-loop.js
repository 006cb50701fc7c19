// node: may-differ
setTimeout(() => console.log('unreferenced'), 0).unref();
setImmediate(() => console.log('immediate'));
