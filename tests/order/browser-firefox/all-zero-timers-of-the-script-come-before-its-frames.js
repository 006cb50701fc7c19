// profile: browser-firefox
requestAnimationFrame(() => console.log('frame 1'));
setTimeout(() => console.log('timer 1'), 0);
requestAnimationFrame(() => console.log('frame 2'));
setTimeout(() => console.log('timer 2'), 0);
