const seen = [];
const a = setInterval(() => seen.push('a'), 5);
const b = setInterval(() => seen.push('b'), 15);
const stop = Date.now() + 50;
while (Date.now() < stop);
setImmediate(() => {
  console.log(seen.join(' '));
  clearInterval(a);
  clearInterval(b);
});
