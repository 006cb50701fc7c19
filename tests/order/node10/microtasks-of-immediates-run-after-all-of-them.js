// profile: node10
for (const n of [1, 2, 3]) {
  setImmediate(() => {
    console.log('immediate', n);
    Promise.resolve().then(() => console.log('promise', n));
    process.nextTick(() => console.log('tick', n));
  });
}
