setImmediate(() => console.log('unreferenced')).unref();
setImmediate(() => console.log('referenced'));
