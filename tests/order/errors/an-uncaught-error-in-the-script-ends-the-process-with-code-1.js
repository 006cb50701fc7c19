// exit: 1
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => console.log('never'));
process.nextTick(() => console.log('never'));
console.log('script');
throw new Error('from the script');
