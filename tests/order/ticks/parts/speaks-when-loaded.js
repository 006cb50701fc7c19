console.log('module body');
process.nextTick(() => console.log('tick of the module'));
Promise.resolve().then(() => console.log('promise of the module'));
