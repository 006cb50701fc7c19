async function f() {
  console.log('f 1');
  await 'plain';
  console.log('f 2');
  await undefined;
  console.log('f 3');
}
f();
Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2')).then(() => console.log('job 3'));
console.log('script');
