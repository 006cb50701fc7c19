async function* inner() { yield 'a'; yield 'b'; return 'inner result'; }
async function* outer() { console.log(yield* inner()); }
(async () => {
  for await (const v of outer()) console.log(v);
  console.log('end');
})();
let p = Promise.resolve();
for (let i = 1; i <= 9; i++) p = p.then(() => console.log('job', i));
