console.log('module body');
Promise.resolve().then(() => console.log('promise of module'));
process.nextTick(() => console.log('tick of module'));
setImmediate(() => console.log('immediate of module'));
