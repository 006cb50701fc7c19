setTimeout(() => console.log('60 ms, first'), 60);
setTimeout(() => console.log('70 ms'), 70);
const begun = Date.now();
while (Date.now() < begun + 55);
setTimeout(() => console.log('60 ms, second, due at 115'), 60);
while (Date.now() < begun + 73);
