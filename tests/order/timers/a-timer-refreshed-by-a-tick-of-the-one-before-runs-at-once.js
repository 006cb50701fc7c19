const say = (line) => () => console.log(line);
setImmediate(() => {
  setTimeout(() => {
    console.log('first');
    process.nextTick(() => second.refresh());
  }, 5);
  const second = setTimeout(say('second'), 5);
  setTimeout(say('third'), 5);
  const stop = Date.now() + 20;
  while (Date.now() < stop);
});
