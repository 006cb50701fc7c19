// profile: browser
console.log(typeof process, typeof require, typeof setImmediate, typeof clearImmediate);
console.log(typeof module, typeof exports, typeof __filename, typeof global);
console.log(typeof setTimeout, typeof setInterval, typeof queueMicrotask, typeof requestAnimationFrame, typeof cancelAnimationFrame);
