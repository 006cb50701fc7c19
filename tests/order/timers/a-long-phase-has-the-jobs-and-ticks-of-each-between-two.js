'use strict';
// Timers of one list that are due together: those that queue nothing run back to back, and what the others queue comes
// before the next.
const seen = [];
let waiting = 300;
for (let i = 0; i < 300; i++) {
  setTimeout(() => {
    seen.push(i);
    if (i % 10 === 3) Promise.resolve().then(() => seen.push(`job of ${i}`)).then(() => seen.push(`second job of ${i}`));
    if (i % 10 === 5) process.nextTick(() => seen.push(`tick of ${i}`));
    if (i % 50 === 7) clearTimeout(timers[i + 1]);
    if (--waiting === 6) console.log(seen.join('\n'));
  }, 5);
}
const timers = [];
const begin = Date.now();
while (Date.now() - begin < 20);
for (let i = 0; i < 100; i++) timers[i] = setTimeout(() => console.log(`late ${i}`), 5);
