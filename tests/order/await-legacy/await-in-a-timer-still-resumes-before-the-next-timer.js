// flags: --await=legacy
// node: no
setTimeout(async () => {
  console.log('timer 1');
  await Promise.resolve();
  console.log('resumed');
}, 1);
setTimeout(() => console.log('timer 2'), 1);
