// profile: node10
setTimeout(() => {
  console.log('timer1');
  Promise.resolve().then(() => console.log('promise1'));
}, 1);
setTimeout(() => {
  console.log('timer2');
  Promise.resolve().then(() => console.log('promise2'));
}, 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
