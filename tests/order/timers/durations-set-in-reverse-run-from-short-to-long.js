const ran = [];
const stop = Date.now() + 60;
for (let delay = 40; delay >= 1; delay -= 13) setTimeout(() => ran.push(delay), delay);
while (Date.now() < stop);
setTimeout(() => console.log(ran.join(' ')), 5);
