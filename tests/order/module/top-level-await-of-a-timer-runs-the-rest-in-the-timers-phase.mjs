await new Promise((resolve) => setTimeout(resolve, 2));
console.log('awake');
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
