let timerRan = false;
setTimeout(() => { timerRan = true; }, 5);
let turns = 0;
setImmediate(function again() {
  turns += 1;
  if (!timerRan) return setImmediate(again);
  console.log('the timer came through', turns > 1);
});
