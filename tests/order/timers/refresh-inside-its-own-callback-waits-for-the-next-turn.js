let runs = 0;
const timer = setTimeout(() => {
  runs += 1;
  console.log('timer', runs);
  if (runs < 2) {
    timer.refresh();
    setImmediate(() => console.log('immediate'));
  }
}, 1);
