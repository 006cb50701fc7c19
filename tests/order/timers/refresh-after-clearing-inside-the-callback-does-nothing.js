const timer = setTimeout(() => {
  console.log('once');
  clearTimeout(timer);
  timer.refresh();
}, 1);
setTimeout(() => console.log('end'), 30);
