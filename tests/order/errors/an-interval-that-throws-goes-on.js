process.on('uncaughtException', (error) => console.log('caught', error.message));
let turns = 0;
const id = setInterval(() => {
  turns += 1;
  console.log('turn', turns);
  if (turns === 3) return clearInterval(id);
  throw new Error(`from turn ${turns}`);
}, 1);
