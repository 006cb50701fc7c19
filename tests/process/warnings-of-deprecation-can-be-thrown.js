process.throwDeprecation = true;
process.on('uncaughtException', (error) => console.log(error.name, error.message, error.code));
process.emitWarning('old', 'DeprecationWarning', 'DEP1');
