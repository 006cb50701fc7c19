Promise.resolve()
  .then(() => {
    console.log('job 1');
    process.nextTick(() => console.log('tick from job 1'));
  })
  .then(() => console.log('job 2'))
  .then(() => console.log('job 3'));
