Promise.resolve().then(() => console.log('promise'));
let left = 4;
process.nextTick(function again() {
  console.log('tick', left);
  if (--left > 0) process.nextTick(again);
});
