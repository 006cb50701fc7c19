// flags: --unhandled-rejections=strict
process.on('uncaughtException', (error, origin) => console.log('uncaught', error.message, origin));
process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
process.on('warning', (warning) => console.log('warning', warning.name));
Promise.reject(new Error('a'));
setImmediate(() => console.log('immediate'));
