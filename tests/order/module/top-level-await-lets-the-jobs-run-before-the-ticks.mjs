process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise 1')).then(() => console.log('promise 2'));
console.log('before');
await null;
console.log('after one await');
process.nextTick(() => console.log('tick 2'));
await null;
console.log('after two');
