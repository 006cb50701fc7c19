process.on('exit', (code) => console.log('exit', code));
new Promise(() => {}).then(() => console.log('never'));
(async () => { await new Promise(() => {}); console.log('never'); })();
