function* members() {
  try {
    yield 1;
    yield Promise.reject('no');
    yield 3;
  } finally {
    console.log('closed');
  }
}
(async () => {
  try {
    for await (const v of members()) console.log('value', v);
  } catch (reason) {
    console.log('caught', reason);
  }
})();
let p = Promise.resolve();
for (let i = 1; i <= 5; i++) p = p.then(() => console.log('job', i));
