// stdin: open
process.stdin.on('data', () => {});
process.stdin.pause();
console.log(process.stdin.isPaused());
process.on('exit', () => console.log('exit'));
