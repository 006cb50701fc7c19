function tick(n) {
  process.nextTick(() => {
    console.log('tick', n);
    if (n < 3) Promise.resolve().then(() => job(n));
  });
}
function job(n) {
  console.log('job', n);
  tick(n + 1);
  Promise.resolve().then(() => console.log('job after', n));
}
tick(0);
