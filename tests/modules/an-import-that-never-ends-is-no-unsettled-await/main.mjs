import('./a.mjs').then(() => console.log('never'));
process.on('exit', (code) => console.log('exit', code));
