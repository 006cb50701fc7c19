setTimeout(() => {
  console.log('timer 1');
  setImmediate(() => console.log('immediate 1'));
  setTimeout(() => {
    console.log('timer 2');
    setImmediate(() => console.log('immediate 2'));
  }, 0);
}, 0);
