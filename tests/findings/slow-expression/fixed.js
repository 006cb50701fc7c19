'use strict';
// One way to match: a character belongs to one repetition only.
const isName = (text) => /^\w+(\s\w+)*\s?$/.test(text);

setTimeout(() => {
  for (let letters = 20; letters < 200; letters++) isName(`${'a'.repeat(letters)}!`);
  console.log('done');
}, 20);
