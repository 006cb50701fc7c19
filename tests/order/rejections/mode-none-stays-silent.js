// flags: --unhandled-rejections=none
process.on('uncaughtException', () => console.log('never'));
process.on('warning', (warning) => console.log('never', warning.name));
Promise.reject(new Error('a'));
setImmediate(() => console.log('immediate'));
process.on('exit', (code) => console.log('exit', code));
