setTimeout(() => console.log('timer'), 1);
setImmediate(() => console.log('immediate'));
const stop = Date.now() + 25;
function spin() {
  if (Date.now() < stop) return Promise.resolve().then(spin);
  console.log('jobs stop');
}
spin();
