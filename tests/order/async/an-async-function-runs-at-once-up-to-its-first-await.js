async function f() {
  console.log('inside');
  await 0;
  console.log('after await');
}
console.log('before');
f();
console.log('after');
process.nextTick(() => console.log('tick'));
