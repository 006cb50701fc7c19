process.noDeprecation = true;
process.emitWarning('old', 'DeprecationWarning', 'DEP1');
process.emitWarning('other');
