(async () => {
  process.nextTick(() => console.log('tick of the script'));
  await null;
  process.nextTick(() => console.log('tick of the job'));
  await null;
  console.log('second await');
  await null;
  console.log('third await');
})();
