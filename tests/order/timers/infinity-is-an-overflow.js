process.on('warning', (warning) => console.log(warning.name, warning.message.split('\n')[0]));
setTimeout(() => console.log('plus'), Infinity);
setTimeout(() => console.log('minus'), -Infinity);
