process.on('uncaughtException', (error) => console.log('caught', error.message));
setImmediate(() => {
  console.log('immediate 1');
  setImmediate(() => console.log('next turn'));
  throw new Error('from immediate 1');
});
setImmediate(() => console.log('immediate 2'));
setImmediate(() => console.log('immediate 3'));
