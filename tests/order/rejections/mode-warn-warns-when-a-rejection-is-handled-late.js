// flags: --unhandled-rejections=warn
process.on('warning', (warning) => console.log('warning', warning.name));
const rejected = Promise.reject(new Error('a'));
setImmediate(() => {
  console.log('immediate');
  rejected.catch(() => console.log('caught'));
});
