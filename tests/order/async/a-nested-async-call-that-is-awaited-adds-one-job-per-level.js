const level = async (n) => { if (n > 0) await level(n - 1); };
level(3).then(() => console.log('three levels'));
level(0).then(() => console.log('no level'));
let p = Promise.resolve();
for (let i = 1; i <= 5; i++) p = p.then(() => console.log('job', i));
