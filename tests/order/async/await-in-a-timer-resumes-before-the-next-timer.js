setTimeout(async () => {
  console.log('timer 1');
  await null;
  console.log('timer 1 after await');
  await null;
  console.log('timer 1 after two');
}, 1);
setTimeout(() => console.log('timer 2'), 1);
