Object.seal(globalThis);
URL = 5;
(function () { 'use strict'; TextEncoder = 6; })();
console.log(URL, TextEncoder, typeof Blob, typeof fetch, typeof Buffer);
