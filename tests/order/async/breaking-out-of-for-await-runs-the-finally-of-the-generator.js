async function* g() {
  try {
    yield 1;
    yield 2;
  } finally {
    console.log('cleanup begins');
    await null;
    console.log('cleanup ends');
  }
}
(async () => {
  for await (const n of g()) {
    console.log('got', n);
    break;
  }
  console.log('after the loop');
})();
