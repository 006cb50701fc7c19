// flags: --await=legacy
// node: no
(async () => {
  try {
    await Promise.reject('reason');
  } catch (reason) {
    console.log('caught', reason);
  }
})();
let p = Promise.resolve();
for (let i = 1; i <= 4; i++) p = p.then(() => console.log('job', i));
