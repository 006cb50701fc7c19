const ran = [];
const stop = Date.now() + 100;
for (let delay = 91; delay >= 1; delay -= 30) setTimeout(() => ran.push(delay), delay);
while (Date.now() < stop);
setTimeout(() => console.log(ran.join(' ')), 5);
