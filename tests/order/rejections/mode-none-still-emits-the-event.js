// flags: --unhandled-rejections=none
process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
Promise.reject('a');
