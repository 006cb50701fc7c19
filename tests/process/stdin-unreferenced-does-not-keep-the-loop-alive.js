// stdin: open
process.stdin.on('data', () => {});
process.stdin.unref();
process.on('exit', () => console.log('exit'));
