'use strict';
// Generated text, lone surrogates among it, short and long, through every encoding and back.
const { dice } = require('../table');

const roll = dice(9);
const hash = (bytes) => bytes.reduce((sum, byte) => (sum * 31 + byte) | 0, 0);
const letter = (kind) => {
  switch (kind) {
    case 3: return 'é';
    case 4: return '€';
    case 5: return '😀';
    case 6: return String.fromCharCode(0xd800 + roll(2048));
    case 7: return '漢';
    default: return String.fromCharCode(97 + roll(26));
  }
};
for (let i = 0; i < 160; i++) {
  const kinds = roll(4) === 0 ? 1 : 8;
  const text = Array.from({ length: i < 80 ? roll(30) : 200 + roll(900) }, () => letter(roll(kinds))).join('');
  const bytes = Buffer.from(text);
  const target = Buffer.alloc(roll(700));
  const written = target.write(text, roll(3) % Math.max(1, target.length));
  console.log(text.length, Buffer.byteLength(text), bytes.length, hash(bytes), written, hash(target), bytes.toString().length, hash(Buffer.from(text, 'latin1')), hash(Buffer.from(text, 'utf16le')),
    Buffer.from(text, 'utf16le').toString('utf16le') === text, hash(new TextEncoder().encode(text)), ['hex', 'base64', 'base64url', 'latin1'].map((name) => Buffer.from(bytes.toString(name), name).equals(bytes)).join(),
    bytes.indexOf(text.slice(-3)), bytes.lastIndexOf(text.slice(0, 2)), new TextDecoder().decode(bytes) === text.toWellFormed());
}
