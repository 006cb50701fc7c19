setTimeout(() => {
  console.log('first');
  clearTimeout(other);
}, 1);
const other = setTimeout(() => console.log('other'), 10);
setTimeout(() => console.log('last'), 20);
const stop = Date.now() + 30;
while (Date.now() < stop);
