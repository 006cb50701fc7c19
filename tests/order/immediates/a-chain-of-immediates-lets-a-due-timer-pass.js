let timerRan = false;
setTimeout(() => { timerRan = true; }, 5);
setImmediate(function again() {
  if (!timerRan) return setImmediate(again);
  console.log('the timer came through');
});
