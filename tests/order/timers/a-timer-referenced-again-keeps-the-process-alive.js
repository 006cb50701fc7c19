setTimeout(() => console.log('ran'), 10).unref().ref();
process.on('exit', () => console.log('exit'));
