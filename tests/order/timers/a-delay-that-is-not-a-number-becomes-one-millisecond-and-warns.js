process.on('warning', (warning) => console.log(warning.name, warning.message.split('\n')[0]));
setTimeout(() => console.log('NaN'), NaN);
setTimeout(() => console.log('one'), 1);
setTimeout(() => console.log('text'), 'soon');
process.nextTick(() => console.log('tick'));
