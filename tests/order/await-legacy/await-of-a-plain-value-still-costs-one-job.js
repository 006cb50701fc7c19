// flags: --await=legacy
// node: no
(async () => {
  await 'plain';
  console.log('resumed');
})();
let p = Promise.resolve();
for (let i = 1; i <= 3; i++) p = p.then(() => console.log('job', i));
