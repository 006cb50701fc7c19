for (const attempt of [1, 2]) {
  try {
    require('./parts/throws-when-loaded.js');
  } catch (error) {
    console.log('attempt', attempt, error.message);
  }
}
process.nextTick(() => console.log('tick'));
