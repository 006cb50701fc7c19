const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
(async () => {
  await sleep(5);
  console.log('awake');
  setImmediate(() => console.log('immediate'));
  process.nextTick(() => console.log('tick'));
  await null;
  console.log('after a job');
})();
