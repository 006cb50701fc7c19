// flags: --await=legacy
// node: no
(async () => {
  await Promise.resolve();
  console.log('resumed');
})();
let p = Promise.resolve();
for (let i = 1; i <= 4; i++) p = p.then(() => console.log('job', i));
