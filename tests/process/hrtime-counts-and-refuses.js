const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
const before = process.hrtime();
const since = process.hrtime(before);
console.log(before.every(Number.isInteger), since[0], since[1] >= 0, since.length);
console.log(typeof process.hrtime.bigint(), process.hrtime.bigint() >= BigInt(before[0]) * 1000000000n + BigInt(before[1]));
for (const time of [1, [1], [1, 2, 3], 'x', {}, null]) attempt(() => process.hrtime(time));
console.log(process.hrtime([before[0], before[1] + 0]).every(Number.isInteger), process.uptime() > 0);
