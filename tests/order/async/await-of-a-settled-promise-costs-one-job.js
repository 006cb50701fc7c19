async function f() {
  await Promise.resolve();
  console.log('f');
}
f();
Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2'));
