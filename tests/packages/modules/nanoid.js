// Short identifiers: their shape, alphabets of one's own, and a fixed source of chance.
import { nanoid, customAlphabet, customRandom, urlAlphabet } from 'nanoid';
import { nanoid as weak, customAlphabet as weakAlphabet } from 'nanoid/non-secure';

console.log(nanoid().length, nanoid(10).length, /^[\w-]+$/.test(nanoid(1000)), nanoid() === nanoid());
const hex = customAlphabet('0123456789abcdef', 12);
console.log(/^[0-9a-f]{12}$/.test(hex()), hex(5).length, urlAlphabet.length);
const fixed = customRandom('abcdef', 8, (size) => Uint8Array.from({ length: size }, (_, index) => (index * 37 + 11) % 256));
console.log(fixed(), fixed());
console.log(weak().length, weakAlphabet('01', 6)().length, new Set(Array.from({ length: 5000 }, () => nanoid())).size);
