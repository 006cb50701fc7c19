Promise.reject('r')
  .then(() => {})
  .then(() => {})
  .catch((r) => console.log('caught', r));
let p = Promise.resolve();
for (let i = 1; i <= 4; i++) p = p.then(() => console.log('job', i));
