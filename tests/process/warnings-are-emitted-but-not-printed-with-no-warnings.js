// flags: --no-warnings
process.on('warning', (warning) => console.log('emitted', warning.message));
process.emitWarning('x');
console.log(process.listenerCount('warning'));
