// flags: --unhandled-rejections=warn
process.on('uncaughtException', () => console.log('never'));
process.on('warning', (warning) => console.log('warning', warning.name));
Promise.reject(new Error('a'));
setImmediate(() => console.log('immediate'));
process.on('exit', (code) => console.log('exit', code));
