// flags: --unhandled-rejections=warn-with-error-code
process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
process.on('exit', (code) => console.log('exit', code));
Promise.reject(new Error('a'));
