process.on('exit', (code) => console.log('exit', code, process.exitCode));
const x = 1;
await new Promise(() => {});
console.log('never');
