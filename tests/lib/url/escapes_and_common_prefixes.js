'use strict';
// Invalid escapes, characters beyond Latin-1, and paths with a common prefix.
const path = require('path');
const qs = require('querystring');
const { pathToFileURL } = require('url');
const { parseArgs, parseEnv } = require('util');

for (const text of ['é%zz', 'é%41%zz', '%', 'a%4', 'a=%zz&b=%41%zzé', '+%zz', '%C3%A9%zz', '😀%41%zz', '\ud800%41%']) {
  console.log(JSON.stringify([text, qs.parse(text), qs.unescape(text), qs.unescapeBuffer(text).toString('hex'), String(new URLSearchParams(text))]));
}
for (const text of ['&a', 'a&b&c', '&&a&b', 'a', 'a&']) {
  for (const maxKeys of [0, 1, 2, 3]) console.log(text, maxKeys, JSON.stringify(qs.parse(text, null, null, { maxKeys })));
}
for (const odd of [undefined, null, true, 5, {}, [], ['ab'], Symbol('s')]) {
  try {
    console.log(qs.unescapeBuffer(odd).length);
  } catch (error) {
    console.log(error.name, error.code);
  }
}
for (const text of ['é/443', '😀YWJj', 'YWJj😀YWJj', 'ÿYWJj', 'YWJjéYWJj', 'a😀', 'YWJ😀j', '\u0100YWJj', 'YWJjZGVmZ2hpYWJjZGVmZ2hp\u4e2dYWJj', '\u012bYWJj',
  'YWJj \u2028YWJj', '\u0161\u0162', 'ab\u0161\u0162', 'ab😀']) {
  console.log(JSON.stringify(text), ...['base64', 'base64url', 'hex'].map((encoding) => Buffer.from(text, encoding).toString('hex') || '-'));
}
for (const [from, to] of [['/mail', '/mailbox'], ['/mail/a', '/mail'], ['/mailbox', '/mail'], ['/mail/x/y', '/m'], ['C:', 'C:x'], ['/C::', '/C:'], ['/ab', '/abc'],
  ['/abc', '/ab'], ['/x/mail', '/x/mailbox'], ['/a', '/b'], ['\\\\h\\s\\a', '\\\\h\\sx']]) {
  console.log(from, to, JSON.stringify([path.win32.relative(from, to), path.posix.relative(from, to)]));
}
for (const text of ['b=1\na=2\nB=3\n10=x\n9=y\nä=1\nz=2', 'a==\nb=2', 'a=\nb=2', 'a= \nb=2', 'a= ', '=x\nb=2', '=x=y', 'a=x=y', 'a=\ud800', "x==y=1\n=y=1='x'"]) {
  console.log(JSON.stringify(text), parseEnv(text));
}
for (const argument of ['--no-x=1', '--no-x', '--no-=1', '--no-x=']) {
  const { values, tokens } = parseArgs({ args: [argument], strict: false, allowNegative: true, options: { x: { type: 'boolean' } }, tokens: true });
  console.log(argument, values, tokens);
}
for (const name of ['/a ', '/a  ', '/ a', '/a\t', '/ ']) console.log(JSON.stringify(name), pathToFileURL(name).href);
