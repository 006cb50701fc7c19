'use strict';
process.env.TZ = 'Asia/Tokyo';
console.log(new Date(0).getHours(), new Date(0).toString());
process.env.TZ = 'America/New_York';
console.log(new Date(0).getHours(), new Date(0).toString());
let wrong = 0;
for (let i = 0; i < 2000; i++) {
  process.env.TZ = i % 2 === 0 ? 'UTC' : 'Asia/Kolkata';
  if (new Date(0).getMinutes() !== (i % 2 === 0 ? 0 : 30)) wrong++;
}
console.log(wrong);
Promise.resolve().then(() => {
  process.env.TZ = 'Europe/Paris';
  console.log(new Date(0).getHours());
});
setTimeout(() => {
  process.env.TZ = 'Pacific/Auckland';
  console.log(new Date(0).getHours());
  queueMicrotask(() => console.log(new Date(0).getHours()));
  process.on('exit', () => console.log(new Date(0).getHours()));
}, 1);
