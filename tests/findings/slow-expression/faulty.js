'use strict';
// Two repetitions that can share the same characters: every way to share them is tried.
const cpu = () => process.threadCpuUsage().user / 1000;
const isName = (text) => /^(\w+\s?)+$/.test(text); // <- slow-regexp

setTimeout(() => {
  const began = cpu();
  for (let letters = 20; cpu() - began < 300; letters++) isName(`${'a'.repeat(letters)}!`);
  console.log('done');
}, 20);
