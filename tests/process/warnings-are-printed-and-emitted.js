process.on('warning', (warning) => console.log(warning.name, warning.message, warning.code, warning.detail));
process.emitWarning('plain');
process.emitWarning('typed', 'Custom', 'C001');
process.emitWarning('with options', { type: 'Special', code: 'C002', detail: 'some detail' });
process.emitWarning(new Error('an error'));
process.emitWarning('old', 'DeprecationWarning', 'DEP9');
console.log('sync');
process.nextTick(() => console.log('tick'));
