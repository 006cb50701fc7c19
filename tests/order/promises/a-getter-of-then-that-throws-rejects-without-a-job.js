const broken = { get then() { throw 'no then'; } };
new Promise((resolve) => resolve(broken)).catch((r) => console.log(r));
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'));
