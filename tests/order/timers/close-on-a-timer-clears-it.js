setTimeout(() => console.log('never'), 1).close();
setTimeout(() => console.log('after'), 10);
