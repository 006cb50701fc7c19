for (const bad of [undefined, null, 1, 'text', {}]) {
  try {
    process.nextTick(bad);
  } catch (error) {
    console.log(error.name, error.code);
  }
}
process.nextTick(() => console.log('still ticking'));
