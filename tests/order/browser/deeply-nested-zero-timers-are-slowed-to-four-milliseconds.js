// profile: browser
// 30 nested steps take at least 25 x 4 ms, so the 70 ms timer comes before the last one.
let step = 0;
(function next() {
  step += 1;
  if (step === 4) console.log('step 4');
  if (step === 30) return console.log('step 30');
  setTimeout(next, 0);
})();
setTimeout(() => console.log('70 ms'), 70);
