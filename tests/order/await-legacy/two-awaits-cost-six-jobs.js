// flags: --await=legacy
// node: no
const settled = Promise.resolve();
(async () => {
  await settled;
  console.log('one');
  await settled;
  console.log('two');
})();
let p = Promise.resolve();
for (let i = 1; i <= 7; i++) p = p.then(() => console.log('job', i));
