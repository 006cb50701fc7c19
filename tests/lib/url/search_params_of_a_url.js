'use strict';
// A URL and its searchParams stay the same query, whichever changes and whatever is read in between.

const show = (url) => console.log(url.href, '|', url.search, '|', `${url.searchParams}`, '|', url.hash, url.pathname);

const url = new URL('http://u:p@h:81/p?a=1&b=2#f');
const params = url.searchParams;
params.append('c', 'x y');
console.log(url.hash, url.pathname, url.host, url.port, url.origin);
show(url);
params.set('a', 'é&=+');
console.log(`${url}`, JSON.stringify(url));
params.delete('b');
url.hash = 'g';
show(url);
params.append('d', '');
url.pathname = '/q';
show(url);
params.append('e', '1');
url.search = '?z=1';
show(url);
params.append('y', '2');
url.href = 'https://other/?n=1';
show(url);
params.sort();
params.delete('n');
show(url);
url.searchParams.delete('nothing');
console.log(url.href, url.searchParams === params);

const empty = new URL('http://h/?');
empty.searchParams.delete('x');
show(empty);
const opaque = new URL('data:space    ?a=1#h');
opaque.searchParams.delete('a');
console.log(JSON.stringify(opaque.pathname), opaque.href, JSON.stringify(opaque.pathname));
opaque.hash = '';
console.log(JSON.stringify(opaque.pathname), opaque.href);

try {
  params.append('kept', '1');
  url.href = 'nonsense';
} catch (error) {
  console.log(error.code, error.input);
}
show(url);

// What is assigned may change the URL while it is converted.
const changed = new URL('http://h/a');
changed.hash = { toString() { changed.pathname = '/b'; return 'x'; } };
show(changed);

// A change is seen by iterators and by toString().
const list = new URLSearchParams('a=1&b=2&c=3');
console.log(`${list}`, `${list}`);
const seen = [];
for (const [name, value] of list) {
  seen.push(name + value);
  if (name === 'a') list.delete('b');
  if (name === 'c' && list.size < 4) list.append('d', '4');
}
console.log(seen.join(), `${list}`);
list.set('c', 'first');
list.append('c', 'second');
list.append('c', 'third');
list.set('c', 'only');
console.log(`${list}`, list.size, list.getAll('c'));

// The order of equal names stays, of few and of many.
for (const count of [6, 49, 50, 51, 200]) {
  const many = new URLSearchParams();
  for (let i = 0; i < count; i++) many.append('cab'[i % 3], i);
  many.sort();
  console.log(count, `${many}`);
}
const units = new URLSearchParams([['\uffff', 1], ['\u{1f600}', 2], ['é', 3], ['z', 4]]);
units.sort();
console.log([...units.values()].join());

// Text that is not well-formed.
const broken = new URLSearchParams('\ud800=\udc00&x=1');
console.log(escape([...broken].join()), broken.get('\udfff'), broken.has('\ud801'), broken.has('x', '\ud800'));
broken.append('\ud800', '\ud83d\ude00\ud83d');
console.log(`${broken}`, broken.getAll('\ufffd').length);
for (const query of ['%', '%4', '%41', '%zz', '%e9', '%C3%A9', '%C3', '+%2B', 'a%20b+c', '%zzé%41', '%f0%9f%98%80', '%00', '&&=&a&=b&a=b=c', '?a', '??a', '%25%32%31']) {
  console.log(query, escape([...new URLSearchParams(query)].join('|')), `${new URLSearchParams(query)}`);
}
let every = '';
for (let code = 0; code < 0x100; code++) every += String.fromCharCode(code);
console.log(`${new URLSearchParams([[every, '\u0800\uffff\u{10ffff}']])}`);

// Pairs with iterators of their own.
const own = [['a', '1']];
own[Symbol.iterator] = function* () { yield ['x', 'y']; };
const grown = [{ *[Symbol.iterator]() { yield 'a'; grown.push(['z', 'z']); yield 'b'; } }];
const shrunk = ['a', { toString() { shrunk.length = 1; return 'b'; } }];
const replaced = [{ toString() { replaced[1] = 'changed'; return 'b'; } }, 'c'];
for (const init of [own, grown, [shrunk], [replaced], [new Set(['a', 'b'])], [['a']], [['a', 'b', 'c']], ['ab'], [null], [Object('ab')], [[Symbol('x'), 'b']], 5, true]) {
  try {
    console.log(`${new URLSearchParams(init)}`);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
