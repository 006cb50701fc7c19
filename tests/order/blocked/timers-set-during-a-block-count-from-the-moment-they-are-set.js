let stop = Date.now() + 30;
while (Date.now() < stop);
setTimeout(() => console.log('set after the block, 10 ms'), 10);
setImmediate(() => console.log('immediate'));
