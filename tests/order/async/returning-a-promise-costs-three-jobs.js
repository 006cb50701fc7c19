(async () => Promise.resolve('promise'))().then((v) => console.log(v));
let p = Promise.resolve();
for (let i = 1; i <= 4; i++) p = p.then(() => console.log('job', i));
