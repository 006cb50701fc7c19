clearInterval(setTimeout(() => console.log('never'), 1));
clearTimeout(setInterval(() => console.log('never'), 1));
setTimeout(() => console.log('after'), 10);
