const inner = Promise.resolve('inner');
new Promise((resolve) => resolve(inner)).then((v) => console.log(v));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3));
