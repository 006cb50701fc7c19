process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
async function fails() {
  await null;
  throw new Error('inside');
}
fails();
process.nextTick(() => console.log('tick'));
setImmediate(() => console.log('immediate'));
