let settle;
const late = new Promise((resolve) => { settle = resolve; });
late.then(() => console.log('late'));
Promise.resolve().then(() => console.log('early'));
queueMicrotask(() => {
  console.log('settling');
  settle();
  queueMicrotask(() => console.log('after settling'));
});
