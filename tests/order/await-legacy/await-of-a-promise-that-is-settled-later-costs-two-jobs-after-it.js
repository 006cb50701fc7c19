// flags: --await=legacy
// node: no
let settle;
const later = new Promise((resolve) => { settle = resolve; });
(async () => {
  await later;
  console.log('resumed');
})();
later.then(() => console.log('then 1')).then(() => console.log('then 2')).then(() => console.log('then 3'));
setImmediate(() => {
  console.log('settles');
  settle();
});
