async function* numbers() {
  yield 1;
  await null;
  yield 2;
}
const it = numbers();
it.next().then((r) => console.log('a', r.value, r.done));
it.next().then((r) => console.log('b', r.value, r.done));
it.next().then((r) => console.log('c', r.value, r.done));
let p = Promise.resolve();
for (let i = 1; i <= 7; i++) p = p.then(() => console.log('job', i));
