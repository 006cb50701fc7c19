// profile: browser
setTimeout(() => console.log('timer'), 0);
let left = 2000;
queueMicrotask(function again() {
  if (--left > 0) queueMicrotask(again);
  else console.log('the last microtask');
});
