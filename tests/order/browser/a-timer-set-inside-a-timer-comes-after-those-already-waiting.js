// profile: browser
setTimeout(() => {
  console.log('a');
  setTimeout(() => console.log('inner'), 0);
}, 0);
setTimeout(() => console.log('b'), 0);
