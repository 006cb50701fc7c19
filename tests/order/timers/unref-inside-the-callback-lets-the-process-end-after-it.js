const id = setInterval(() => {
  console.log('turn');
  id.unref();
}, 2);
process.on('exit', () => console.log('exit'));
