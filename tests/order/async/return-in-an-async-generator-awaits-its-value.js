async function* g() {
  return Promise.resolve('returned');
}
g().next().then((r) => console.log(r.value, r.done));
let p = Promise.resolve();
for (let i = 1; i <= 5; i++) p = p.then(() => console.log('job', i));
