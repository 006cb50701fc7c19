'use strict';
// A heartbeat of 30 ms, and what is done with a file's text takes ten times as long.
const { readFile } = require('node:fs');

function count(text) {
  const began = performance.now();
  let letters = 0;
  while (performance.now() - began < 400) for (const letter of text) if (letter !== ' ') letters++;
  return letters;
}

setTimeout(() => {
  setTimeout(() => console.log('heartbeat'), 30);
  readFile(__filename, 'utf8', (error, text) => console.log(count(text) > 0)); // <- late-timer
}, 20);
