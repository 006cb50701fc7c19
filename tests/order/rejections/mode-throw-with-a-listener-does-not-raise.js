// flags: --unhandled-rejections=throw
process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
process.on('uncaughtException', () => console.log('never'));
Promise.reject(new Error('a'));
