// profile: browser
let second;
requestAnimationFrame(() => {
  console.log('first');
  cancelAnimationFrame(second);
});
second = requestAnimationFrame(() => console.log('second'));
requestAnimationFrame(() => console.log('third'));
