process.nextTick(() => console.log('tick'));
try {
  require('./parts/not-there.js');
} catch (error) {
  console.log(error.code);
}
try {
  require('node:not-there');
} catch (error) {
  console.log(error.code);
}
console.log('script ends');
