process.on('exit', (code) => { console.log('exit', code); process.exit(9); });
process.on('exit', () => console.log('never'));
process.exit(3);
