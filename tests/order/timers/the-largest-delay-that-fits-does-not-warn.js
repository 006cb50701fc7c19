process.on('warning', (warning) => console.log('unexpected', warning.name));
const timer = setTimeout(() => console.log('never'), 2 ** 31 - 1);
setTimeout(() => {
  clearTimeout(timer);
  console.log('cleared');
}, 10);
