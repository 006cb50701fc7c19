const members = () => [Promise.resolve('x'), Promise.resolve('y')];
Promise.allSettled(members()).then(() => console.log('allSettled'));
Promise.all(members()).then(() => console.log('all'));
Promise.any(members()).then(() => console.log('any'));
Promise.race(members()).then(() => console.log('race'));
let p = Promise.resolve();
for (let i = 1; i <= 5; i++) p = p.then(() => console.log('job', i));
