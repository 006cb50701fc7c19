// profile: browser-firefox
console.log(typeof process, typeof require, typeof setImmediate, typeof requestAnimationFrame);
