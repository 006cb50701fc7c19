'use strict';
// Never more hashes at a time than leave a thread for others.
const { pbkdf2, pbkdf2Sync } = require('node:crypto');
const { readFile } = require('node:fs');

const began = performance.now();
pbkdf2Sync('a', 'salt', 20_000, 32, 'sha256');
const rounds = Math.ceil((100 / (performance.now() - began)) * 20_000);

setTimeout(() => {
  let left = 4;
  const next = () => pbkdf2('a', 'salt', rounds, 32, 'sha256', () => (--left > 0 ? next() : console.log('hashes')));
  next();
  readFile(__filename, () => console.log('file'));
}, 20);
