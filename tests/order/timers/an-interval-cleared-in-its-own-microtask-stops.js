let turns = 0;
const id = setInterval(() => {
  console.log('turn', ++turns);
  if (turns === 2) Promise.resolve().then(() => clearInterval(id));
}, 2);
