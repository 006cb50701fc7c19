async function f() {
  const v = await { then(resolve) { console.log('then is called'); resolve('thenable'); } };
  console.log(v);
}
f();
Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2')).then(() => console.log('job 3'));
