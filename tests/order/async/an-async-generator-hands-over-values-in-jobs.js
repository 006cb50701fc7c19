async function* numbers() {
  console.log('begins');
  yield 1;
  console.log('between');
  yield 2;
  console.log('ends');
}
(async () => {
  for await (const n of numbers()) console.log('got', n);
  console.log('done');
})();
let p = Promise.resolve();
for (let i = 1; i <= 9; i++) p = p.then(() => console.log('job', i));
