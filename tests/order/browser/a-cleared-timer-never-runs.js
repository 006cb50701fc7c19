// profile: browser
let second;
setTimeout(() => {
  console.log('first');
  clearTimeout(second);
}, 0);
second = setTimeout(() => console.log('never'), 20);
setTimeout(() => console.log('third'), 40);
