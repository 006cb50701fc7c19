const p = new Promise((resolve) => setImmediate(resolve));
p.then(() => console.log('first'));
p.then(() => console.log('second')).then(() => console.log('after second'));
p.finally(() => console.log('third'));
p.then(() => console.log('fourth'));
