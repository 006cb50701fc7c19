import text from './latin1.mjs';
console.log(text.length, text.codePointAt(1).toString(16));
