async function* promises() {
  yield Promise.resolve('a');
  yield new Promise((resolve) => setImmediate(resolve, 'b'));
  try {
    yield Promise.reject('c');
  } catch (reason) {
    console.log('caught inside', reason);
  }
}
(async () => {
  for await (const v of promises()) console.log(v);
  console.log('done');
})();
