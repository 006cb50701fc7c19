process.on('warning', (warning) => console.log(warning.name, warning.message.split('\n')[0]));
setTimeout(() => console.log('overflow ran'), 2 ** 31);
process.nextTick(() => console.log('tick'));
console.log('script');
