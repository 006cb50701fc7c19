// flags: --await=legacy
// node: no
(async () => {
  for (let i = 1; i <= 3; i++) {
    await Promise.resolve();
    console.log('await', i);
  }
})();
let p = Promise.resolve();
for (let i = 1; i <= 9; i++) p = p.then(() => console.log('job', i));
