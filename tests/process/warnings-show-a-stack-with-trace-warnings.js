// flags: --trace-warnings
function here() { process.emitWarning('traced', 'Kind', 'K1'); }
here();
