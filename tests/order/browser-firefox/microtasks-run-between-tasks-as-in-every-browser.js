// profile: browser-firefox
for (const n of [1, 2]) {
  setTimeout(() => {
    console.log('timer', n);
    Promise.resolve().then(() => console.log('promise', n));
  }, 0);
}
queueMicrotask(() => console.log('microtask'));
