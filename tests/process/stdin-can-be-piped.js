// stdin: through and through\n
process.stdin.pipe(process.stdout);
process.stdin.on('end', () => console.log('end'));
process.on('exit', () => console.log('exit'));
