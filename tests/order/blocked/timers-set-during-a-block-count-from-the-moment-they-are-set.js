const stop = Date.now() + 70;
while (Date.now() < stop);
setTimeout(() => console.log('set after the block'), 60);
setImmediate(() => console.log('immediate'));
