setTimeout(() => {
  console.log('outer');
  setTimeout(() => console.log('inner'), 0);
  setImmediate(() => console.log('immediate'));
}, 1);
