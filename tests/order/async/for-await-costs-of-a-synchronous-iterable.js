(async () => {
  for await (const v of ['a', 'b']) console.log(v);
  console.log('end');
})();
let p = Promise.resolve();
for (let i = 1; i <= 9; i++) p = p.then(() => console.log('job', i));
