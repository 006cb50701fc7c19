const byNumber = setTimeout(() => console.log('never'), 1);
const byText = setTimeout(() => console.log('never'), 1);
const byPlus = setInterval(() => console.log('never'), 1);
clearTimeout(byNumber[Symbol.toPrimitive]());
clearTimeout(String(+byText));
clearInterval(+byPlus);
console.log(typeof +byNumber, +byText > +byNumber);
setTimeout(() => console.log('after'), 10);
