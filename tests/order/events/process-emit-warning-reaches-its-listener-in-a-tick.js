process.on('warning', (warning) => console.log(warning.name, warning.message, warning.code));
process.nextTick(() => console.log('tick before'));
process.emitWarning('careful', 'CustomWarning', 'C001');
process.nextTick(() => console.log('tick after'));
Promise.resolve().then(() => console.log('promise'));
console.log('script');
