clearTimeout(setTimeout(() => console.log('never'), 0));
setImmediate(() => console.log('immediate'));
