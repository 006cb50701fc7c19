let turns = 0;
const id = setInterval(() => {
  turns += 1;
  console.log('turn', turns);
  Promise.resolve(turns).then((n) => console.log('promise', n));
  process.nextTick((n) => console.log('tick', n), turns);
  if (turns === 3) clearInterval(id);
}, 1);
