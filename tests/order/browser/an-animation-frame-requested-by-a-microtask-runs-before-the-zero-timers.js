// profile: browser
setTimeout(() => console.log('timer'), 0);
Promise.resolve().then(() => {
  console.log('promise');
  requestAnimationFrame(() => console.log('frame'));
});
