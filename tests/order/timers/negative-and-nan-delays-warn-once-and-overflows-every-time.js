process.on('warning', (warning) => console.log(warning.name));
for (let i = 0; i < 3; i++) {
  setTimeout(() => {}, -1);
  setTimeout(() => {}, NaN);
  setTimeout(() => {}, 2 ** 40);
}
setTimeout(() => console.log('done'), 5);
