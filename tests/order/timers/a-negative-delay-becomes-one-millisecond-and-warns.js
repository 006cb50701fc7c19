process.on('warning', (warning) => console.log(warning.name, warning.message.split('\n')[0]));
setTimeout(() => console.log('negative'), -5);
setTimeout(() => console.log('one'), 1);
process.nextTick(() => console.log('tick'));
