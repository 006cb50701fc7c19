Object.freeze(globalThis);
URL = 5;
console.log(new URL('http://a/').href, typeof fetch, typeof Blob, typeof structuredClone, typeof setTimeout, typeof Buffer, typeof JSON);
console.log(JSON.stringify({ a: 1 }), new TextEncoder().encode('x').length, typeof AbortController, typeof WebAssembly);
setTimeout(() => console.log('timer'), 1);
