// flags: --pending-deprecation
console.log(process.noDeprecation, process.throwDeprecation, process.traceDeprecation);
process.on('warning', (warning) => console.log(warning.name, warning.code));
process.emitWarning('a', 'DeprecationWarning', 'MINE');
process.emitWarning('b', 'ExperimentalWarning');
process.env.NUMBER = undefined;
process.binding('util');
