// profile: browser
let turns = 0;
const id = setInterval(() => {
  turns += 1;
  if (turns === 3) console.log('turn 3');
  if (turns === 30) {
    console.log('turn 30');
    clearInterval(id);
  }
}, 0);
setTimeout(() => console.log('70 ms'), 70);
