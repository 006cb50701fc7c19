// Hash and Hmac: small and large inputs, several of them, encodings, errors, and as streams.
const crypto = require('crypto');
const { Readable, Transform } = require('stream');
const { pipeline } = require('stream/promises');

const show = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, 'throws', error.name, error.code, error.message);
  }
};
const large = Buffer.alloc(10_000, 'abc');
const finished = (object) => { object.digest(); return object; };

for (const name of ['md5', 'sha1', 'SHA256', 'sha-512', 'RSA-SHA384', 'sha224']) {
  show(name, () => crypto.createHash(name).update('héllo ☃').digest('hex'));
  show(name, () => crypto.hash(name, large, 'base64'));
  show(name, () => crypto.createHmac(name, 'key').update(large).update('tail').digest('base64url'));
}
show('two inputs', () => crypto.createHash('sha1').update('a').update(Buffer.from('b')).digest('latin1').length);
show('no input', () => crypto.createHash('sha1').digest('hex'));
show('changed later', () => {
  const bytes = Buffer.from('abc');
  const hash = crypto.createHash('sha1').update(bytes);
  bytes.fill(0);
  return hash.digest('hex');
});
show('copy', () => {
  const hash = crypto.createHash('sha1').update('a');
  const copy = hash.copy().update('b');
  return [hash.digest('hex'), copy.digest('hex')];
});
show('encodings', () => crypto.createHash('sha1').update('é', 'latin1').update('6162', 'hex').update('YQ==', 'base64').digest('hex'));
show('odd hex', () => crypto.createHash('sha1').update('616', 'hex'));
show('unknown encoding', () => crypto.createHash('sha1').digest('nonsense'));
show('buffer', () => crypto.createHash('sha1').digest('buffer'));
show('number', () => crypto.createHash('sha1').update(5));
show('ArrayBuffer', () => crypto.createHash('sha1').update(new ArrayBuffer(2)));
show('DataView', () => crypto.createHash('sha1').update(new DataView(new ArrayBuffer(2))).digest('hex'));
show('unknown', () => crypto.createHash('nope'));
show('unknown for hash()', () => crypto.hash('nope', 'x'));
show('not a name', () => crypto.createHash(5));
show('twice', () => finished(crypto.createHash('md5')).digest());
show('late update', () => finished(crypto.createHash('md5')).update('x'));
show('late copy', () => finished(crypto.createHash('md5')).copy());
show('output of hash()', () => crypto.hash('sha1', 'x', 'buffer'));
show('wrong output of hash()', () => crypto.hash('sha1', 'x', 'nonsense'));
show('options of hash()', () => crypto.hash('sha1', 'x', 5));
show('hmac twice', () => [finished(crypto.createHmac('sha1', 'k')).digest('hex'), finished(crypto.createHmac('sha1', 'k')).digest()]);
show('hmac late', () => finished(crypto.createHmac('sha1', 'k')).update('x'));
show('hmac unknown', () => crypto.createHmac('nope', 'k'));
show('hmac without a key', () => crypto.createHmac('sha1'));
show('length', () => crypto.createHash('sha1', { outputLength: 5 }));
show('classes', () => {
  const hash = crypto.createHash('sha1');
  return [hash instanceof crypto.Hash, hash instanceof Transform, hash.constructor.name, Object.keys(hash)];
});
for (const args of [[1.5], ['1'], [5, 5], [5, 1], [0, 2 ** 48], [], [1, 2, 3], [2 ** 53]]) show(`randomInt(${args})`, () => crypto.randomInt(...args));
show('randomInt of one', () => crypto.randomInt(-5, -4));

(async () => {
  const hash = crypto.createHash('md5');
  await pipeline(Readable.from([large, 'text', large]), hash);
  console.log('piped', hash.read().toString('hex'));
  const hmac = crypto.createHmac('sha256', Buffer.from('k'));
  hmac.setEncoding('hex');
  hmac.on('data', (chunk) => console.log('hmac', chunk)).on('end', () => console.log('end'));
  hmac.write('abc');
  hmac.end('def');
})();
