// exit: 10
process.on('exit', (code) => console.log('exit', code));
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  process.exit(10);
});
process.nextTick(() => console.log('never'));
throw new Error('boom');
