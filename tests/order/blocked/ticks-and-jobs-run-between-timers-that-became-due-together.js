for (const delay of [2, 12, 22]) {
  setTimeout(() => {
    console.log('timer', delay);
    Promise.resolve().then(() => console.log('promise', delay));
    process.nextTick(() => console.log('tick', delay));
  }, delay);
}
const stop = Date.now() + 35;
while (Date.now() < stop);
