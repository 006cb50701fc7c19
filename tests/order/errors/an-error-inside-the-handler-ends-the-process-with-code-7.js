// exit: 7
process.on('uncaughtException', (error) => {
  console.log('handler', error.message);
  throw new Error('from the handler');
});
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => console.log('never'));
throw new Error('first');
