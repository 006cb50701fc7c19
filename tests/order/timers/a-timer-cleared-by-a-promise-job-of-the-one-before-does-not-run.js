let second;
setTimeout(() => {
  console.log('first');
  Promise.resolve().then(() => clearTimeout(second));
}, 1);
second = setTimeout(() => console.log('second'), 1);
setTimeout(() => console.log('third'), 1);
