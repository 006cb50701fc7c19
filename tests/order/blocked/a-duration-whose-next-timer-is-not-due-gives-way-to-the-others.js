setTimeout(() => console.log('360 ms, first'), 360);
setTimeout(() => console.log('420 ms'), 420);
const begun = Date.now();
while (Date.now() < begun + 330);
setTimeout(() => console.log('360 ms, second, due at 690'), 360);
while (Date.now() < begun + 440);
