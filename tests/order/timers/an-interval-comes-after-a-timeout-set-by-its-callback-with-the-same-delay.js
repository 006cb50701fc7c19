let turns = 0;
const id = setInterval(() => {
  turns += 1;
  console.log('interval', turns);
  if (turns === 2) return clearInterval(id);
  // The re-armed interval counts from the start of its callback, but enters the list of its duration after this one.
  setTimeout(() => console.log('timeout'), 10);
}, 10);
