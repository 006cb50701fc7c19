'use strict';
const tls = require('tls');
const cases = [
  ['a.com', { subject: { CN: 'a.com' } }], ['b.com', { subject: { CN: 'a.com' } }], ['a.com', { subject: {} }], ['a.com', {}],
  ['a.com', { subject: { CN: ['x', 'a.com'] } }], ['b.com', { subject: { CN: ['x', 'a.com'] } }], ['a.com', { subject: { CN: '*.com' } }],
  ['b.a.com', { subject: { CN: '*.a.com' } }], ['b.b.a.com', { subject: { CN: '*.a.com' } }], ['bfoo.a.com', { subject: { CN: 'b*.a.com' } }],
  ['foob.a.com', { subject: { CN: '*b.a.com' } }], ['b.a.com', { subject: { CN: '*b*.a.com' } }], ['a.com.', { subject: { CN: 'a.com' } }],
  ['A.com', { subject: { CN: 'a.COM' } }], ['a.com', { subjectaltname: 'DNS:a.com, DNS:*.b.com', subject: { CN: 'z' } }],
  ['x.b.com', { subjectaltname: 'DNS:a.com, DNS:*.b.com' }], ['z', { subjectaltname: 'DNS:a.com', subject: { CN: 'z' } }],
  ['z', { subjectaltname: 'URI:http://x/', subject: { CN: 'z' } }], ['127.0.0.1', { subjectaltname: 'IP Address:127.0.0.1' }],
  ['127.0.0.1', { subjectaltname: 'IP Address:127.0.0.2, DNS:127.0.0.1' }], ['127.0.0.1', { subject: { CN: '127.0.0.1' } }],
  ['::1', { subjectaltname: 'IP Address:0:0:0:0:0:0:0:1' }], ['a,b', { subjectaltname: 'DNS:"a,b"' }], ['xn--abc', { subject: { CN: 'xn--*' } }],
  ['b', { subjectaltname: 'DNS:"a, DNS:b"' }], ['b', { subjectaltname: 'DNS:"a' }],
];
for (const [host, certificate] of cases) {
  try {
    const error = tls.checkServerIdentity(host, certificate);
    console.log(host, certificate, error === undefined ? 'yes' : [error.code, error.message, error.host, error.cert === certificate]);
  } catch ({ name, code, message }) {
    console.log(host, certificate, name, code, message);
  }
}
for (const protocols of [['a', 'bcd'], ['x'.repeat(256)], Buffer.from('\x01a\x02bc'), Buffer.from('x'), 5]) {
  const out = {};
  try {
    tls.convertALPNProtocols(protocols, out);
    console.log(out);
  } catch ({ code, message }) {
    console.log(code, message);
  }
}
