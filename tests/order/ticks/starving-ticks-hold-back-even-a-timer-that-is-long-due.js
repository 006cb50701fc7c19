setTimeout(() => console.log('timer'), 1);
const stop = Date.now() + 25;
process.nextTick(function spin() {
  if (Date.now() < stop) process.nextTick(spin);
  else console.log('ticks stop');
});
