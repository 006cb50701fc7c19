// hexloop --loop=browser examples/profiles/browser.js
'use strict';
// The loop of the HTML specification: one task, then all microtasks, then perhaps a frame. There are
// no phases, and neither process nor setImmediate nor require.
//
//   --loop=browser (Chrome):    script, microtask, frame, timeout
//   --loop=browser-firefox:     script, microtask, timeout, frame
//
// The two differ in when the first rendering opportunity falls.

setTimeout(() => console.log('timeout'), 0);
requestAnimationFrame(() => console.log('frame'));
Promise.resolve().then(() => console.log('microtask'));
console.log('script');
