const p = new Promise((resolve) => setImmediate(resolve, 'x'));
console.log(Promise.resolve(p) === p);
Promise.resolve(p).then((v) => console.log(v));
