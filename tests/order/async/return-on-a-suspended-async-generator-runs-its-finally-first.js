async function* g() {
  try {
    yield 1;
    console.log('never');
  } finally {
    console.log('finally');
  }
}
const it = g();
it.next().then((r) => console.log('next', r.value));
it.return('early').then((r) => console.log('return', r.value, r.done));
it.next().then((r) => console.log('next', r.value, r.done));
let p = Promise.resolve();
for (let i = 1; i <= 6; i++) p = p.then(() => console.log('job', i));
