// Frames of functions that the engine has built in have their type.
const place = /\(?[^ ()]*[\\/]([^\\/ ()]+\.js:\d+:\d+)\)?/;
const frames = (count) => new Error('x').stack.split('\n').slice(2, 2 + count).map((line) => line.trim().replace(place, '$1'));
let seen;
const look = () => { seen = frames(3); };
const say = (what) => console.log(what, '\n  ', seen.join('\n   '));

[1].map(look); say('map');
[2, 1].sort(look); say('sort');
[1, 2].reduce(look); say('reduce');
new Map([[1, 2]]).forEach(look); say('Map');
new Set([1]).forEach(look); say('Set');
new Uint8Array(1).map(look); say('typed array');
Array.from([1], look); say('Array.from');
Object.groupBy([1], look); say('groupBy');
'a'.replace('a', look); say('replace');
new Promise(look); say('Promise');
JSON.stringify({ toJSON() { look(); } }); say('stringify');
(function* () { look(); yield 1; })().next(); say('generator');
const list = [1];
list.forEach(look); say('a variable');
