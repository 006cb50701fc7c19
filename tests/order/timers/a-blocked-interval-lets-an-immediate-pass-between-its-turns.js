let turns = 0;
const id = setInterval(() => {
  turns += 1;
  console.log('turn', turns);
  setImmediate(() => console.log('immediate after', turns));
  const stop = Date.now() + 4;
  while (Date.now() < stop);
  if (turns === 3) clearInterval(id);
}, 1);
