setTimeout(() => {
  console.log('a');
  process.nextTick(() => setTimeout(() => console.log('from tick'), 1));
}, 1);
setTimeout(() => console.log('b'), 1);
setTimeout(() => console.log('c'), 1);
