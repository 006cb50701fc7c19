// profile: browser
requestAnimationFrame(() => {
  console.log('frame 1');
  requestAnimationFrame(() => console.log('next frame'));
});
requestAnimationFrame(() => console.log('frame 2'));
