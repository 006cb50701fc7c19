'use strict';
// URL and URLSearchParams: properties, setters, messages; and the functions beside them.
const url = require('url');
const { show } = require('../table');

const make = () => new URL('https://us%20er:pa@ex.com:8080/p/a?x=1&y=2#h');
const own = (value) => Reflect.ownKeys(value).map(String);
show(
  () => own(URL), () => own(URL.prototype), () => own(URLSearchParams.prototype), () => Object.keys(url).filter((name) => name !== 'URLPattern'),
  () => Object.getOwnPropertyDescriptor(URL.prototype, 'href'), () => Object.getOwnPropertyDescriptor(URL, 'canParse'),
  () => make(), () => make().searchParams.entries(), () => make().searchParams.keys(), () => ({ a: { b: { c: make() } } }),
  () => new URLSearchParams('a=1&b=2&a=3'), () => new URLSearchParams(), () => JSON.stringify(make()), () => `${make()}`, () => ({ ...make() }),
  () => new URL(), () => new URL('x'), () => new URL('x', 'y'), () => URL.canParse(), () => URL.canParse('x:'), () => URL.parse('x'), () => URL.parse('x:y').href,
  () => { make().href = 'x'; }, () => new URLSearchParams([1]), () => new URLSearchParams([['a']]), () => new URLSearchParams(Symbol('s')),
  () => new URLSearchParams({ [Symbol.iterator]: 1 }), () => new URLSearchParams({ a: 1, b: [2, 3] }) + '', () => new URLSearchParams(new Map([['k', 'v']])) + '',
  () => make().searchParams.append('a'), () => make().searchParams.get(), () => make().searchParams.forEach(), () => URLSearchParams.prototype.get.call({}, 'x'),
  () => url.fileURLToPath('http://x'), () => url.fileURLToPath('file://host/x'), () => url.fileURLToPath('file:///a%2fb'), () => url.fileURLToPath(1),
  () => url.fileURLToPath('file:///a%20b/%C3%BC'), () => url.fileURLToPath('file:///C:/a', { windows: true }), () => url.fileURLToPath('file:///a', { windows: true }),
  () => url.fileURLToPathBuffer('file:///a%ff'), () => url.pathToFileURL(1), () => url.pathToFileURL('/a b/#?%\\\n|[]^~.txt').href, () => url.pathToFileURL('/a/').href,
  () => url.pathToFileURL('C:\\a b\\c', { windows: true }).href, () => url.pathToFileURL('\\\\server\\share\\x', { windows: true }).href,
  () => url.domainToASCII(), () => url.domainToASCII('español.com'), () => url.domainToASCII('xn--iñvalid.com'), () => url.domainToUnicode('xn--fiq228c.com'),
  () => url.urlToHttpOptions(make()), () => url.urlToHttpOptions(1), () => url.urlToHttpOptions(new URL('http://[::1]/')),
  () => url.format(1), () => url.format({ protocol: 'http', host: 'a', query: { x: [1, 2] } }), () => url.format({ hostname: '::1', port: 3, pathname: 'a#b?c' }),
  () => url.format(new URL('http://xn--mnchen-3ya.de:81/a?b#c'), { unicode: true }), () => url.format(make(), { auth: false, search: false, fragment: false }),
  () => url.format(make(), 1), () => url.parse(1), () => url.resolve(1), () => url.parse('/a?b=c&b=d', true), () => url.parse('//h/p', false, true),
  () => url.resolveObject('/one/two', 'three'), () => url.parse('http://a/b').resolve('../c'),
);

const values = ['', 'a', 'b:80', '/p', '?q', '#h', 'a b', 'ü', ':8', 'x:y@z', 'http:', 'ftp', '[::1]', '80a', '99999'];
for (const base of ['http://u:p@h.com:8080/p?q#h', 'file:///x/y', 'mailto:a@b', 'x://h/p']) {
  for (const part of ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']) {
    console.log(base, part, values.map((value) => {
      const changed = new URL(base);
      changed[part] = value;
      return changed.href;
    }).join(' '));
  }
}

const changed = make();
const { searchParams } = changed;
searchParams.append('n ~!*()', 'v\ud800');
searchParams.delete('x');
searchParams.set('y', '3');
console.log(changed.href, searchParams.size, searchParams.has('y', '3'), searchParams.getAll('y'));
changed.search = '?b=2&a=1&b=1';
searchParams.sort();
console.log(changed.href, [...searchParams]);
changed.href = 'http://z/?q=%zz%41+%ff';
console.log([...searchParams.values()], changed.searchParams === searchParams);
for (const [name] of searchParams) if (searchParams.size < 3) searchParams.append(`${name}${searchParams.size}`, '');
console.log(changed.href);
