setTimeout(() => {
  let p = Promise.resolve(0);
  for (let i = 0; i < 1000; i++) p = p.then((n) => n + 1);
  p.then((n) => console.log('chain', n));
}, 1);
setTimeout(() => console.log('timer 2'), 1);
