'use strict';
// URLPattern: what is refused, what matches, and how a pattern is serialized.

function t(label, f) {
  try {
    console.log(label, '=>', f());
  } catch (e) {
    console.log(label, '=> throws', e.constructor.name, e.name, e.code, e.message);
  }
}
t('none', () => new URLPattern());
t('1', () => new URLPattern(1));
t('null', () => new URLPattern(null));
t('str rel', () => new URLPattern('/foo'));
t('str', () => new URLPattern('https://example.com/books/:id'));
t('base', () => new URLPattern('/books/:id(\\d+)?', 'https://example.com:8080'));
t('obj', () => new URLPattern({ pathname: '/a/*' }));
t('bad', () => new URLPattern({ pathname: '/(' }));
t('bad base', () => new URLPattern('/x', 'nope'));
t('obj base', () => new URLPattern({ pathname: '/x' }, 'https://a.b'));
t('opts', () => new URLPattern({ pathname: '/A' }, { ignoreCase: true }).test({ pathname: '/a' }));
t('opts1', () => new URLPattern({ pathname: '/A' }, 1));
t('opts2', () => new URLPattern('https://a.b/', 'https://c.d', { ignoreCase: 1 }));
const p = new URLPattern('https://*.example.com/:kind/:id(\\d+)/*?q=:q#h');
t('test', () => p.test('https://www.example.com/books/12/x?q=1#h'));
t('exec', () => p.exec('https://www.example.com/books/12/x?q=1#h'));
t('exec null', () => p.exec('https://other.com'));
t('exec base', () => p.exec('/books/12/x?q=1#h', 'https://www.example.com'));
t('exec obj', () => new URLPattern({ pathname: '/:a' }).exec({ pathname: '/x' }));
t('exec obj base', () => new URLPattern({ pathname: '/:a' }).exec({ pathname: '/x' }, 'https://a.b'));
t('exec none', () => new URLPattern({ pathname: '/:a' }).exec());
t('exec 1', () => new URLPattern({ pathname: '/:a' }).exec(1));
t('hasRegExpGroups', () => [p.hasRegExpGroups, new URLPattern({}).hasRegExpGroups]);
t('props', () =>
  ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'].map((k) => p[k]),
);
t('this', () => Object.getOwnPropertyDescriptor(URLPattern.prototype, 'protocol').get.call({}));
t('this', () => URLPattern.prototype.test.call({}));
for (const s of [
  '/foo/:bar',
  '/foo/:bar?',
  '/foo/:bar*',
  '/foo/:bar+',
  '/foo/(.*)',
  '/foo/*',
  '/foo/{bar}?',
  '/foo/{/x}?',
  '/:a{bc}',
  '/{:a}b',
  '/:a(\\d+)-:b',
  '/foo\\:bar',
  '/\u00e9',
  '/a b',
  '{/a}*',
  '/:a.html',
  '*',
  '(.*)',
  '/x{*}y',
  '/(a)(b)',
  '/:a:b',
  '/:café',
]) {
  t(s, () => new URLPattern({ pathname: s }).pathname);
}
for (const s of [
  'https://example.com:443/',
  'https://example.com:80/:x',
  'http{s}?://a.b/*',
  'data\\:foo',
  'about:blank',
  'https://a.b?x=:y',
  'https://a.b#:z',
  'https://user:pw@h/',
  'https\\://h',
  'file:///:x',
  'https://[::1]/',
  'https://{a.}?b.c/',
  '*://*/*',
  'https://a.b/?x',
  'https://a.b/:x?y',
  'ws://h:*/p',
])
  t(s, () => {
    const q = new URLPattern(s);
    return ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash']
      .map((k) => q[k])
      .join(' | ');
  });
