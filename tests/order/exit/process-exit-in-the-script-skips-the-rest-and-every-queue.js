// exit: 3
process.on('exit', (code) => console.log('exit', code));
process.nextTick(() => console.log('never'));
Promise.resolve().then(() => console.log('never'));
setTimeout(() => console.log('never'), 0);
console.log('script');
process.exit(3);
console.log('never');
