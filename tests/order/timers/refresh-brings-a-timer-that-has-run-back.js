let runs = 0;
const timer = setTimeout(() => {
  runs += 1;
  console.log('run', runs);
  if (runs < 3) timer.refresh();
}, 1);
