queueMicrotask(() => console.log('microtask 1'));
Promise.resolve().then(() => console.log('promise 1'));
queueMicrotask(() => console.log('microtask 2'));
Promise.resolve().then(() => console.log('promise 2'));
