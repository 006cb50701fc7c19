let turns = 0;
const id = setInterval(() => {
  turns += 1;
  console.log('turn', turns);
  if (turns === 1) {
    const stop = Date.now() + 30;
    while (Date.now() < stop);
    setImmediate(() => console.log('immediate'));
  }
  if (turns === 3) clearInterval(id);
}, 5);
