class Mine extends Promise {}
(async () => { await Mine.resolve(); console.log('subclass'); })();
(async () => { await Promise.resolve(); console.log('native'); })();
let p = Promise.resolve();
for (let i = 1; i <= 4; i++) p = p.then(() => console.log('job', i));
