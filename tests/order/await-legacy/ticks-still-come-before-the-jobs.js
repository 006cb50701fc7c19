// flags: --await=legacy
// node: no
(async () => {
  console.log('begins');
  await Promise.resolve();
  console.log('resumed');
})();
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('job 1')).then(() => {
  console.log('job 2');
  process.nextTick(() => console.log('tick of job 2'));
}).then(() => console.log('job 3'));
