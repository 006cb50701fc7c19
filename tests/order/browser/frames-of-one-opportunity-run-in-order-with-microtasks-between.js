// profile: browser
requestAnimationFrame(() => {
  console.log('frame 1');
  Promise.resolve().then(() => console.log('promise 1'));
});
requestAnimationFrame(() => {
  console.log('frame 2');
  queueMicrotask(() => console.log('microtask 2'));
});
