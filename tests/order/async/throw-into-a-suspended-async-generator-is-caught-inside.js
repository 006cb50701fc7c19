async function* g() {
  try {
    yield 1;
  } catch (error) {
    console.log('inside', error);
    yield 2;
  }
}
const it = g();
it.next().then((r) => console.log('next', r.value));
it.throw('thrown').then((r) => console.log('throw', r.value));
let p = Promise.resolve();
for (let i = 1; i <= 5; i++) p = p.then(() => console.log('job', i));
