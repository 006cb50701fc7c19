// profile: browser
setTimeout(() => console.log('timer'), 0);
requestAnimationFrame(() => console.log('frame'));
Promise.resolve().then(() => console.log('promise'));
console.log('script');
