setTimeout(() => console.log('timeout'), 40);
setImmediate(() => console.log('immediate'));
