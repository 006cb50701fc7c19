setTimeout(() => console.log('due at 45'), 45);
setTimeout(() => console.log('due at 25'), 25);
setTimeout(() => console.log('due at 5'), 5);
const stop = Date.now() + 60;
while (Date.now() < stop);
