let second;
setTimeout(() => {
  console.log('first');
  process.nextTick(() => clearTimeout(second));
}, 1);
second = setTimeout(() => console.log('second'), 1);
setTimeout(() => console.log('third'), 1);
