'use strict';
// What a subclass answers for one part of a URL does not change the others; inspecting finished iterators.
const { inspect } = require('util');

class Mine extends URL {
  get protocol() { return 'mine:'; }
  get hostname() { return 'mine'; }
  get host() { return 'mine:1'; }
  get pathname() { return '/mine'; }
  get search() { return '?mine'; }
}
for (const text of ['http://foo.com/a?b=c', 'http://foo.com:81/', 'blob:http://foo.com/x']) {
  const url = new Mine(text);
  console.log(url.href, url.origin, url.toJSON(), `${url.searchParams}`);
  console.log(url);
}
class Host extends URL { get hostname() { return 'mine'; } }
console.log(new Host('http://foo.com/').host, new Host('http://foo.com:81/').host);
const url = new Mine('http://foo.com/a?b=c');
url.searchParams.append('d', 'e');
url.href = 'http://bar.com/?f=g';
console.log(url.href, `${url.searchParams}`);

const iterator = new URLSearchParams('a=1&b=2').entries();
for (let i = 0; i < 3; i++) {
  console.log(inspect(iterator));
  iterator.next();
}
console.log(inspect(iterator, { breakLength: 1 }), inspect(new URLSearchParams()), inspect(new URLSearchParams().keys()));
