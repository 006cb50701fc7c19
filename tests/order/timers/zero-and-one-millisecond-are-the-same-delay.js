setTimeout(() => console.log('one'), 1);
setTimeout(() => console.log('zero'), 0);
setTimeout(() => console.log('one again'), 1);
setTimeout(() => console.log('none given'));
