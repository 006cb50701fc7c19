console.log('before');
new Promise((resolve) => {
  console.log('executor');
  resolve();
  console.log('executor goes on after resolve');
}).then(() => console.log('then'));
console.log('after');
