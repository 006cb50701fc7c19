// profile: browser-firefox
requestAnimationFrame(() => console.log('frame'));
setTimeout(() => console.log('timer'), 0);
Promise.resolve().then(() => console.log('promise'));
console.log('script');
