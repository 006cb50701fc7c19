// profile: browser
setTimeout(() => console.log('timer'), 0);
queueMicrotask(() => console.log('microtask'));
Promise.resolve().then(() => console.log('promise 1')).then(() => console.log('promise 2'));
console.log('script');
