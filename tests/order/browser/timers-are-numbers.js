// profile: browser
const a = setTimeout(() => console.log('never'), 0);
const b = setInterval(() => console.log('never'), 0);
console.log(typeof a, typeof b, b > a);
clearTimeout(a);
clearInterval(b);
console.log(typeof requestAnimationFrame(() => console.log('frame')));
