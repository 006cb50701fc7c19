setTimeout(() => console.log('1.9'), 1.9);
setTimeout(() => console.log('1'), 1);
setTimeout(() => console.log('0.2'), 0.2);
setTimeout(() => console.log('1.0001'), 1.0001);
