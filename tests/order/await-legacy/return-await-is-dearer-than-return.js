// flags: --await=legacy
// node: no
const settled = Promise.resolve();
(async () => settled)().then(() => console.log('return'));
(async () => await settled)().then(() => console.log('return await'));
let p = Promise.resolve();
for (let i = 1; i <= 6; i++) p = p.then(() => console.log('job', i));
