'use strict';
// util.MIMEType and MIMEParams: what is parsed, what is forgiven, what is refused and in which words.

const { MIMEType, MIMEParams } = require('util');

function show(title, act) {
  try {
    console.log(title, act());
  } catch (error) {
    console.log(title, error.name, error.code, error.message);
  }
}

const texts = [
  'text/plain', 'TEXT/Plain; Charset=UTF-8;a="b;c\\"d";a=2; =x;;  ; z ;q=;e="" ;f="un', '', 'text', 'text/', '/plain',
  'text/pl ain', 'te xt/plain', ' \t text/html\r\n ', 'text/html;a=\u00ff', 'text/html;a=\u0100', 'text/html;a="\u0100"',
  'text/html;\u0100=1', 'text/plain;a=b c', 'text/plain;a="b"c;d=1', 'text/plain ;a=b', 'text/plain\u000b',
  'text/plain;a="\\', 'text/plain;a="x\\y"', null, undefined, 1, { toString: () => 'a/b' }, 'x/x;\n\r\t x=x\n\r\t ;x=y',
  'x/x;a=b;A=c', 'x/x;a\t=b', 'x/x;a=" b "', 'x/x;a=;b=1', 'x/x;a', 'x/x;a;b=1', 'x/x;"a"=1', 'x/x;a=\\',
];
for (const text of texts) {
  show(JSON.stringify(text), () => {
    const type = new MIMEType(text);
    return [String(type), type.type, type.subtype, type.essence, [...type.params]];
  });
}

show('parse', () => [String(MIMEType.parse('a/b;c=d')), MIMEType.parse('ab'), MIMEType.parse()]);
show('inspect', () => [new MIMEType('a/b;c=d'), new MIMEParams()]);

const type = new MIMEType('a/b;c=d');
show('type =', () => { type.type = 'X Y'; });
show('type =', () => { type.type = 'XY'; return type.type; });
show('subtype =', () => { type.subtype = ''; });
show('subtype =', () => { type.subtype = 'ZZ'; return type.essence; });

const { params } = type;
show('get', () => [params.get('C'), params.get('x'), params.has('C'), params.has('d')]);
show('set', () => { params.set('C', 'x "y\\'); return String(params); });
show('set', () => { params.set('', 'x'); });
show('set', () => { params.set('a b', 'x'); });
show('set', () => { params.set('ok', '\u0100'); });
show('set', () => { params.set('OK', ''); return String(type); });
show('delete', () => { params.delete('Ok'); return [...params.keys(), ...params.values()]; });
show('json', () => JSON.stringify({ type, params }));
show('same', () => [params.toJSON === params.toString, params[Symbol.iterator] === params.entries, MIMEType.length]);
