// flags: --unhandled-rejections=warn-with-error-code
// exit: 1
process.on('warning', (warning) => console.log('warning', warning.name));
process.on('exit', (code) => console.log('exit', code));
Promise.reject(new Error('a'));
setImmediate(() => console.log('immediate'));
