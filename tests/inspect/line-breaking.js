'use strict';
for (let length = 55; length < 80; length++) console.log({ a: 'x'.repeat(length) });
for (let length = 40; length < 72; length += 2) console.log(['x'.repeat(length), 1, 2]);
for (let length = 50; length < 70; length += 2) console.log({ outer: { b: 'y'.repeat(length) } });
for (let length = 50; length < 70; length += 2) console.log(new Map([['k', 'z'.repeat(length)]]));
for (let count = 8; count < 20; count++) console.log(Object.fromEntries(Array.from({ length: count }, (_, i) => ['k' + i, i])));
