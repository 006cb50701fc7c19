const timer = setTimeout(() => console.log('never'), 1);
clearTimeout(timer);
timer.refresh();
setTimeout(() => console.log('after'), 15);
