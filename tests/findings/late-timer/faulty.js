'use strict';
// A heartbeat of 30 ms, and what is done with a file's text takes ten times as long.
const cpu = () => process.threadCpuUsage().user / 1000;
const { readFile } = require('node:fs');

function count(text) {
  const began = cpu();
  let letters = 0;
  while (cpu() - began < 400) for (const letter of text) if (letter !== ' ') letters++;
  return letters;
}

setTimeout(() => {
  readFile(__filename, 'utf8', (error, text) => { // <- late-timer
    setTimeout(() => console.log('heartbeat'), 30);
    console.log(count(text) > 0);
  });
}, 20);
