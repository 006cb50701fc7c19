'use strict';
// What an error says about the input, url.format of URLs, and names of hosts.

const url = require('url');

for (const [input, base] of [['\ud800'], ['x', '\udc00'], ['http://a b/\ud800'], ['//', 'http://h'], [Symbol.iterator], [{ toString: () => 'nope' }]]) {
  try {
    new URL(input, base);
  } catch (error) {
    console.log(error.name, error.code, error.message, JSON.stringify(error.input), JSON.stringify(error.base), Object.keys(error).join());
  }
}

for (const href of ['https://u:p@xn--mnchen-3ya.de:81/p?q#h', 'file://xn--tda/x?q#h', 'mailto:xn--tda@x?q#h', 'foo://xn--tda/p', 'http://[::1]/?#', 'data:x  ?q#h', 'http://xn--zn7c.com/#']) {
  const parsed = new URL(href);
  for (const options of [undefined, { fragment: false }, { search: false }, { auth: false }, { unicode: true }, { fragment: 0, search: '', auth: null, unicode: 1 }]) {
    console.log(JSON.stringify(options), url.format(parsed, options));
  }
}

for (const host of ['', 'a', 'español.com', 'xn--espaol-zwa.com', 'xn--iñvalid.com', 'a b', 'a:80', 'a/b', '1', '0x7f.1', '[::1]', '☃', 'xn--n3h', 'xn--0zwm56d.xn--0', 'xn--a', 'ａ', '%41', 'xn--zz4b', 'xn--wg5b']) {
  console.log(JSON.stringify(host), JSON.stringify(url.domainToASCII(host)), JSON.stringify(url.domainToUnicode(host)));
}

for (const text of ['http://a\nb\t:8\r0/c\nd', 'x:@%41\n\\%2e/x #', 'blob:":\r@h?y\n']) console.log(JSON.stringify(url.parse(text)));

for (const key of ['href', 'origin', 'hash', 'searchParams', 'toString', 'search']) {
  const { get, set, value } = Object.getOwnPropertyDescriptor(URL.prototype, key);
  for (const run of [() => (get ?? value).call({}), () => set?.call({}, 'x'), () => (get ?? value).call(Object.create(new URL('http://h')))]) {
    try {
      console.log(key, run());
    } catch (error) {
      console.log(key, error.message);
    }
  }
}
console.log(URL.length, new URL('http://h', undefined, 'third').href, URL.parse.length, Object.prototype.toString.call(new URLSearchParams().keys()));
const iterator = new URLSearchParams('a=1&b=2').entries();
console.log(iterator, iterator.next(), iterator, Object.keys(Object.getPrototypeOf(iterator)), Object.getPrototypeOf(iterator).constructor === Object.getPrototypeOf([].values()).constructor);
try {
  iterator.next.call({});
} catch (error) {
  console.log(error.code, error.message);
}
