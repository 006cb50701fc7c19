let second;
setTimeout(() => {
  console.log('first');
  clearTimeout(second);
}, 1);
second = setTimeout(() => console.log('second'), 1);
setTimeout(() => console.log('third'), 1);
