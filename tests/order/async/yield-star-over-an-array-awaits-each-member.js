async function* g() { yield* [Promise.resolve('a'), 'b']; }
(async () => {
  for await (const v of g()) console.log(v);
  console.log('end');
})();
let p = Promise.resolve();
for (let i = 1; i <= 9; i++) p = p.then(() => console.log('job', i));
