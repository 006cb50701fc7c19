// Durations both ways.
const ms = require('ms');

for (const text of ['2 days', '1d', '10h', '2.5 hrs', '1m', '5s', '1y', '100', '-3 days', '-.5h', 'what']) {
  console.log(text.padEnd(8), ms(text));
}
for (const value of [500, 5000, 60_000, 2 * 60_000, -3 * 60_000, 10 * 3_600_000, 86_400_000 * 3]) {
  console.log(String(value).padEnd(10), ms(value), '|', ms(value, { long: true }));
}
try {
  ms('');
} catch (error) {
  console.log(error.message);
}
