console.log('first');
process.nextTick(() => console.log('tick of first'));
Promise.resolve().then(() => console.log('job of first'));
