const timer = setTimeout(() => console.log('never'), 5);
setTimeout(() => console.log('after'), 30);
clearTimeout(timer);
clearTimeout(timer);
console.log('cleared twice');
