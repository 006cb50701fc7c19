process.on('exit', () => console.log('exit'));
const id = setInterval(() => console.log('never'), 50);
setTimeout(() => clearInterval(id), 2);
