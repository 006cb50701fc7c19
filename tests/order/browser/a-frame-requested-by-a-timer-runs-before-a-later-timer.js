// profile: browser
setTimeout(() => {
  console.log('timer 1');
  requestAnimationFrame(() => console.log('frame'));
}, 1);
setTimeout(() => console.log('timer 2'), 120);
