setTimeout(() => console.log('due at 65'), 65);
setTimeout(() => console.log('due at 35'), 35);
setTimeout(() => console.log('due at 5'), 5);
const stop = Date.now() + 80;
while (Date.now() < stop);
