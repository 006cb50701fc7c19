// flags: --await=legacy
// node: no
(async () => {
  console.log(await { then(resolve) { console.log('then is called'); resolve('thenable'); } });
})();
let p = Promise.resolve();
for (let i = 1; i <= 4; i++) p = p.then(() => console.log('job', i));
