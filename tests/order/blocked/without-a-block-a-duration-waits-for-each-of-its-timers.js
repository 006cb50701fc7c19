setTimeout(() => console.log('40 ms, set first'), 40);
setTimeout(() => console.log('70 ms'), 70);
setTimeout(() => {
  setTimeout(() => console.log('40 ms, set later, due after the 70 ms one'), 40);
}, 60);
