'use strict';
// URLs that are normalized, and others that differ from one in a single place.

const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

const print = (input) => {
  const parsed = URL.parse(input);
  console.log(JSON.stringify(input), URL.canParse(input), parsed === null ? null : parts.map((part) => parsed[part]).join(' '));
};

for (const scheme of ['http', 'https', 'ws', 'wss', 'ftp', 'file', 'HTTP', 'httpx', 'foo']) {
  for (const rest of ['://h/', '://h', ':/h/', ':h/', ':///h/', '://h:80/', '://h:443/', '://h:21/', '://h:8080', '://u@h:1/', '://']) print(scheme + rest);
}

for (const host of [
  'a', 'A.b', 'a.', '.a', 'a..b', 'a_b', 'ab--cd', '-a-', 'xn--a', 'xn--mnchen-3ya.de', 'axn--b', 'a.xn--', '1.2.3.4', '01.2.3.4', '1.2.3',
  '1.2.3.256', '1.2.3.4.5', '1.2.3.4.', 'a.1', 'a.1b', 'a.0x1', '1b', '0.0.0.0', '00.0.0.0', '4294967295', '[::1]', 'a%41', 'a b', 'ä',
]) {
  print(`http://${host}/`);
  print(`http://${host}`);
  print(`http://u:p@${host}:81/p`);
}

for (const user of ['u', 'u:', ':p', ':', '', 'u:p', 'u:p:q', 'u@v', 'u%40', 'u;', "u'", 'U!$&()*+,-._~', 'u=', 'u/v', 'é']) print(`https://${user}@h/`);
for (const port of ['', '0', '00', '01', '1', '65535', '65536', '99999', '123456', '8a', '-1', '443', '0443']) print(`https://h:${port}/p`);

for (const path of [
  '/', '//', '/a//b', '/.', '/..', '/./', '/../a', '/.a', '/a.', '/a..', '/a/.b/c', '/%2e', '/%2E%2e/x', '/a%2e', '/.%2e', '/%41', '/%', '/a\\b',
  '/a|b', '/a^b', '/a b', '/a ', "/a'b", '/a"b', '/a`b', '/{a}', '/[a]', '/a;b=c:d@e,f', '/~a', '/C:/..', '/C|/', '/é',
]) {
  print(`http://h${path}`);
  print(`file://${path}`);
}

for (const tail of ['?', '#', '?#', '??', '##', '?a#b', '#a?b', "?'", "#'", '?"', '#"', '?[]', '#[]', '?{}', '?a b', '#a b', '?é', '#`', '?`', '?\\', '?^|', '? ', '#\t']) {
  print(`http://h/${tail}`);
  print(`http://h${tail}`);
}

for (const whole of [' http://h/', 'http://h/ ', 'ht\ntp://h/', 'http://h/\0', 'http://h/\x7f', 'http://h\u00ad/', 'http://\ud800/', 'http://h/\ud800']) print(whole);

// Also as strings of parts, and relative to a URL.
const name = 'example';
print(`http://${name}.com/${name}?${name}`);
console.log(new URL('http://h/', 'nonsense:').href, URL.canParse('http://h/', 'nonsense'), new URL('//h', 'http://x').href);
