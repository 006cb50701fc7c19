// flags: --trace-exit
function leave() { process.exit(3); }
process.on('exit', (code) => console.log('exit', code));
leave();
