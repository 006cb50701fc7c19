// profile: browser
setTimeout(() => {
  console.log('timer 1');
  Promise.resolve().then(() => console.log('promise 1'));
}, 0);
setTimeout(() => {
  console.log('timer 2');
  queueMicrotask(() => console.log('microtask 2'));
}, 0);
