const timeout = setTimeout(function () {
  console.log('timeout', this === timeout);
}, 1);
const interval = setInterval(function () {
  console.log('interval', this === interval);
  clearInterval(this);
}, 1);
const immediate = setImmediate(function () {
  console.log('immediate', this === immediate);
});
const stop = Date.now() + 5;
while (Date.now() < stop);
