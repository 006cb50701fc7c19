// profile: browser-firefox
setTimeout(() => console.log('timer 100'), 100);
setTimeout(() => console.log('timer 0'), 0);
requestAnimationFrame(() => console.log('frame'));
