Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => console.log('tick'));
const stop = Date.now() + 15;
while (Date.now() < stop);
[1, 2].forEach((n) => console.log('callback', n));
JSON.stringify({ toJSON() { console.log('toJSON'); } });
console.log('end of script');
