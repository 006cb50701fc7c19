// flags: --unhandled-rejections=none
process.on('exit', (code) => console.log('exit', code));
process.on('unhandledRejection', (reason) => console.log('listener', reason));
process.on('uncaughtException', (error, origin) => console.log('uncaught', error.message.slice(0, 20), origin));
Promise.reject('taken');
setTimeout(() => console.log('the loop went on'), 2);
