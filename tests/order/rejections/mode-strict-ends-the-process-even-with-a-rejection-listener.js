// flags: --unhandled-rejections=strict
// exit: 1
process.on('unhandledRejection', () => console.log('never'));
process.on('exit', (code) => console.log('exit', code));
Promise.reject(new Error('a'));
