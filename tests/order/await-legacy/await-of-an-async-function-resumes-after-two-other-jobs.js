// flags: --await=legacy
// node: no
async function async1() {
  console.log('async1 start');
  await async2();
  console.log('async1 end');
}
async function async2() {
  console.log('async2');
}
console.log('script start');
async1();
new Promise((resolve) => {
  console.log('executor');
  resolve();
}).then(() => console.log('promise1')).then(() => console.log('promise2')).then(() => console.log('promise3'));
console.log('script end');
