// profile: browser-firefox
requestAnimationFrame(() => {
  console.log('frame 1');
  requestAnimationFrame(() => console.log('next frame'));
  Promise.resolve().then(() => console.log('promise'));
});
requestAnimationFrame(() => console.log('frame 2'));
