(async () => {
  const v = await { then: 'not callable' };
  console.log(v.then);
})();
Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2'));
