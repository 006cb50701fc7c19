process.nextTick(() => {
  console.log('before');
  require('./parts/speaks-when-loaded.js');
  console.log('after');
});
process.nextTick(() => console.log('next tick'));
