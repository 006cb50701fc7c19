const ran = [];
const stop = Date.now() + 75;
for (let delay = 66; delay >= 1; delay -= 25) setTimeout(() => ran.push(delay), delay);
while (Date.now() < stop);
setTimeout(() => console.log(ran.join(' ')), 50);
