'use strict';
// Two repetitions that can share the same letters: every way to share them is tried.
const isName = (text) => /^(\w+\s?)+$/.test(text); // <- slow-regexp

setTimeout(() => {
  const began = performance.now();
  for (let letters = 20; performance.now() - began < 300; letters++) isName(`${'a'.repeat(letters)}!`);
  console.log('done');
}, 20);
