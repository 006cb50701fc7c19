// The chain of immediates stops at the first turn that begins after the timer is due: the timer has run by then.
let ran = false;
let due = 0;
setImmediate(() => {
  setTimeout(() => { ran = true; }, 3);
  due = Date.now() + 5;
  setImmediate(function turn() {
    if (Date.now() < due) return setImmediate(turn);
    setImmediate(() => console.log('the timer has run:', ran));
  });
});
