// profile: browser
const second = setTimeout(() => console.log('never'), 20);
setTimeout(() => {
  console.log('first');
  clearTimeout(second);
}, 0);
setTimeout(() => console.log('third'), 40);
