// flags: --unhandled-rejections=warn
process.on('exit', (code) => console.log('exit', code));
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message.slice(0, 20), origin));
setTimeout(() => console.log('the loop went on'), 2);
Promise.reject(new Error('first'));
Promise.reject('second');
