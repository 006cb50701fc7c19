// flags: --unhandled-rejections=warn
process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
process.on('warning', (warning) => console.log('warning', warning.name));
Promise.reject(new Error('a'));
setImmediate(() => console.log('immediate'));
process.on('exit', (code) => console.log('exit', code));
