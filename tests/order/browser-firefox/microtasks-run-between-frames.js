// profile: browser-firefox
for (const n of [1, 2]) {
  requestAnimationFrame(() => {
    console.log('frame', n);
    Promise.resolve().then(() => console.log('promise', n));
  });
}
