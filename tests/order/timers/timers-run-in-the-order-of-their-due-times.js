setTimeout(() => console.log('60'), 60);
setTimeout(() => console.log('30'), 30);
setTimeout(() => console.log('1'), 1);
