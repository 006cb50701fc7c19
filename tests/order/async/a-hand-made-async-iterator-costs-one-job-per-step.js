let n = 0;
const iterable = {
  [Symbol.asyncIterator]() {
    return { next: () => Promise.resolve({ value: ++n, done: n > 3 }) };
  },
};
(async () => {
  for await (const v of iterable) console.log('value', v);
  console.log('end');
})();
let p = Promise.resolve();
for (let i = 1; i <= 6; i++) p = p.then(() => console.log('job', i));
