let turns = 0;
const id = setInterval(() => {
  console.log('turn', ++turns);
  if (turns === 3) clearInterval(id);
}, 2);
