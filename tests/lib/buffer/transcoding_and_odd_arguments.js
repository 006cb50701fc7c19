'use strict';
// Text of every width around the sizes of vector instructions, malformed input, and arguments that take other paths.
const { isUtf8, isAscii } = require('buffer');
const crypto = require('crypto');

let checksum = 0;
const note = (text) => { for (let i = 0; i < text.length; i++) checksum = (Math.imul(checksum, 31) + text.charCodeAt(i)) | 0; };
const attempt = (name, run) => {
  let result;
  try {
    result = run();
    if (Buffer.isBuffer(result)) result = result.toString('hex');
    else if (typeof result === 'string') result = JSON.stringify(result);
    else if (typeof result === 'object' && result !== null) result = JSON.stringify(result);
  } catch (error) {
    result = `${error.name} ${error.code}: ${error.message}`;
  }
  console.log(name, '→', String(result));
};

// Every encoding both ways, the wide character at each place.
const encodings = ['utf8', 'utf16le', 'latin1', 'ascii', 'base64', 'base64url', 'hex'];
for (const wide of ['', 'é', 'ÿ', '€', '漢', '😀', '\ud800', '\udc00x']) {
  for (const length of [0, 1, 2, 3, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 300]) {
    for (const place of [0, 1, 5, 16, 31, 40, 299]) {
      if (place > length) continue;
      const text = 'x'.repeat(place) + wide + 'y'.repeat(length - place);
      for (const encoding of encodings) {
        const bytes = Buffer.from(text, encoding);
        note(`${encoding} ${bytes.length} ${Buffer.byteLength(text, encoding)} `);
        for (const other of encodings) note(bytes.toString(other));
        const target = Buffer.alloc(place + 3, 35);
        note(`${target.write(text, 1, encoding)} ${target.toString('hex')}`);
      }
      const encoded = new TextEncoder().encode(text);
      note(new TextDecoder().decode(encoded));
      note(`${isUtf8(encoded)} ${isAscii(encoded)}`);
      for (const size of [0, 1, 3 * length + 3]) {
        const target = new Uint8Array(size);
        const { read, written } = new TextEncoder().encodeInto(text, target);
        note(`${read} ${written} ${target}`);
      }
    }
  }
}
console.log('checksum', checksum);

// Malformed UTF-8, at every offset.
checksum = 0;
for (const bad of ['ff', 'c3', 'e282', 'f09f98', 'eda080', 'c080', 'f4908080', '80', 'e28261']) {
  for (let before = 0; before < 70; before += 3) {
    const bytes = Buffer.concat([Buffer.alloc(before, 'é'), Buffer.from(bad, 'hex'), Buffer.alloc(before % 7, 'z')]);
    note(bytes.toString() + bytes.toString('utf8', 1) + new TextDecoder().decode(bytes) + isUtf8(bytes));
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch (error) {
      note(error.code);
    }
  }
}
console.log('checksum of malformed text', checksum);

// A byte order mark, streams.
const marked = Buffer.from('\ufeffab');
attempt('bom', () => new TextDecoder().decode(marked).length);
attempt('bom kept', () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(marked).length);
attempt('two boms', () => new TextDecoder().decode(Buffer.from('\ufeff\ufeff')).length);
const decoder = new TextDecoder();
attempt('stream 1', () => decoder.decode(marked.subarray(0, 2), { stream: true }));
attempt('stream 2', () => decoder.decode(marked.subarray(2), { stream: true }));
attempt('stream 3', () => decoder.decode(marked, { stream: true }).length);
attempt('stream end', () => decoder.decode(Buffer.from('c3', 'hex')));
attempt('after the stream', () => decoder.decode(marked).length);
attempt('empty', () => decoder.decode());
attempt('a DataView', () => decoder.decode(new DataView(marked.buffer, marked.byteOffset, 4)).length);
attempt('Uint16Array', () => decoder.decode(new Uint16Array([0x6261])));
attempt('ArrayBuffer', () => decoder.decode(new Uint8Array([97, 98]).buffer));

// Base64 and hex that are not well-formed.
for (const text of ['aGVsbG8', 'aGVsbG8=', 'aGVs\nbG8=', 'aGV$sbG8=', 'aGVs=bG8=', '=', 'a', 'ab', 'ab=', 'ab==', 'ab===', '-_8', '+/8=', ' aGk ', 'aGk=\n', 'é', 'aé漢Gk', 'A'.repeat(100) + '*' + 'B'.repeat(50)]) {
  attempt(`base64 ${JSON.stringify(text.slice(0, 12))}`, () => Buffer.from(text, 'base64'));
  attempt(`base64url ${JSON.stringify(text.slice(0, 12))}`, () => Buffer.from(text, 'base64url'));
  attempt(`atob ${JSON.stringify(text.slice(0, 12))}`, () => atob(text));
  attempt(`write ${JSON.stringify(text.slice(0, 12))}`, () => { const b = Buffer.alloc(6, 35); return `${b.write(text, 1, 'base64')} ${b}`; });
}
for (const text of ['', 'a', 'ab', 'abc', 'zz', '12zz34', 'é1', '漢1', 'AbCd', '12 34']) {
  attempt(`hex ${text}`, () => Buffer.from(text, 'hex'));
}
attempt('btoa', () => btoa('\xff\x00a'));
attempt('btoa of wide text', () => btoa('漢'));
attempt('btoa of a number', () => btoa(12));

// fill
const filled = (...args) => () => Buffer.alloc(7, 35).fill(...args);
attempt('fill abc', filled('abc'));
attempt('fill é', filled('é'));
attempt('fill cut', filled('漢漢漢漢'));
attempt('fill part', filled('ab', 2, 5));
attempt('fill utf16le', filled('ab', 'utf16le'));
attempt('fill hex', filled('1234', 1, 'hex'));
attempt('fill invalid hex', filled('zz', 'hex'));
attempt('fill invalid hex, part', filled('zz', 2, 4, 'hex'));
attempt('fill empty', filled(''));
attempt('fill base64', filled('aGk=', 'base64'));
attempt('fill range', filled('ab', 3, 99));
attempt('fill offset', filled('ab', -1));
attempt('fill encoding', filled('ab', 0, 3, 'nope'));
attempt('fill encoding type', filled('ab', 0, 3, 1));
attempt('fill of nothing', () => Buffer.alloc(0).fill('ab'));
attempt('fill of nothing, invalid hex', () => Buffer.alloc(0).fill('zz', 'hex'));
attempt('fill lone surrogate', filled('\ud800'));
attempt('fill reversed', filled('ab', 5, 2));
attempt('fill bytes', filled(Buffer.from([1, 2])));
attempt('alloc fill', () => Buffer.alloc(5, 'xyz', 'latin1'));

// copy
const source = Buffer.from('0123456789');
const copied = (...args) => () => { const b = Buffer.alloc(6, 35); const n = source.copy(b, ...args); return `${n} ${b}`; };
attempt('copy', copied());
attempt('copy to', copied(2));
attempt('copy part', copied(1, 3, 5));
attempt('copy fractions', copied(1.9, 2.9, 4.9));
attempt('copy beyond', copied(9));
attempt('copy from beyond', copied(0, 11));
attempt('copy from end', copied(0, 10));
attempt('copy negative', copied(-1));
attempt('copy negative source', copied(0, -1));
attempt('copy negative end', copied(0, 0, -1));
attempt('copy reversed', copied(0, 5, 2));
attempt('copy strings', copied('1', '2', '4'));
attempt('copy overlap', () => { const b = Buffer.from('abcdefgh'); b.copy(b, 2, 0, 5); return `${b}`; });
attempt('copy overlap down', () => { const b = Buffer.from('abcdefgh'); b.copy(b, 0, 2, 7); return `${b}`; });
attempt('copy to Uint16Array', () => { const t = new Uint16Array(3); source.copy(t, 1); return [...t]; });
attempt('copy to a string', () => source.copy('x'));
attempt('copy to shared memory', () => { const t = new Uint8Array(new SharedArrayBuffer(4)); source.copy(t, 1); return [...t]; });

// concat, from, slices
attempt('concat cut', () => Buffer.concat([source, source], 13));
attempt('concat padded', () => Buffer.concat([Buffer.from('ab')], 5));
attempt('concat exact', () => Buffer.concat([Buffer.from('ab'), Buffer.alloc(0), Buffer.from('c')], 2));
attempt('concat Uint8Array', () => Buffer.concat([new Uint8Array([1, 2]), Buffer.alloc(20, 3)]));
attempt('concat of a string', () => Buffer.concat(['ab']));
attempt('concat of an array', () => Buffer.concat([[1, 2]]));
attempt('concat length', () => Buffer.concat([source], -1));
attempt('concat no list', () => Buffer.concat(source));
attempt('from array', () => Buffer.from([1, 257, -1, 1.9, '3', NaN, undefined, null, true, {}]));
attempt('from sparse array', () => Buffer.from([1, , 3]));
attempt('from array of BigInt', () => Buffer.from([1n]));
attempt('from Float64Array', () => Buffer.from(new Float64Array([1.5, 256, -1])));
attempt('from long array', () => Buffer.from(Array.from({ length: 100 }, (_, i) => i * 3)));
attempt('from array-like', () => Buffer.from({ length: 2, 0: 5, 1: 6 }));
attempt('of', () => Buffer.of(1, 256, '7'));
attempt('from ArrayBuffer', () => Buffer.from(new Uint8Array([1, 2, 3]).buffer, 1, 1));
attempt('from false ArrayBuffer', () => Buffer.from(Object.create(ArrayBuffer.prototype)).length);
for (const args of [[], [2], [2, 4], [-3], [-3, -1], [5, 2], ['1', '3'], [1.9, 3.1], [NaN, Infinity], [-Infinity, 3], [99], [null, 2]]) {
  attempt(`subarray ${args}`, () => source.subarray(...args));
}
attempt('pooled', () => { const a = Buffer.from('abc'); const b = Buffer.from('zz', 'hex'); return [a.byteOffset % 8, b.length]; });
attempt('longer than the pool', () => { const b = Buffer.from('é'.repeat(Buffer.poolSize)); return [b.length, b.byteOffset, b[b.length - 1]]; });
attempt('a third of the pool', () => { const b = Buffer.from('漢'.repeat(Buffer.poolSize / 3 | 0)); return [b.length, b.at(-1)]; });
attempt('neighbours', () => { const list = []; for (let i = 0; i < 3000; i++) list.push(Buffer.from(`${i}é`)); return list.every((b, i) => b.toString() === `${i}é`); });

// search
for (const args of [['34'], ['3'], [''], ['x'], ['34', 4], ['34', -8], ['34', 0, 4], ['34', 0, 5], ['34', 'hex'], ['3334', 0, 10, 'hex'], [51], [Buffer.from('78')], ['9'], ['89'], ['0123456789a'], ['漢字']]) {
  attempt(`search ${args}`, () => [source.indexOf(...args), source.lastIndexOf(...args), source.includes(...args)]);
}
attempt('search é', () => { const b = Buffer.from('aéaé'); return [b.indexOf('éa'), b.lastIndexOf('aé'), b.includes('éé'), b.lastIndexOf('é')]; });
attempt('search elsewhere', () => Buffer.prototype.indexOf.call({}, 'ab'));

// isUtf8
attempt('isUtf8 of a string', () => isUtf8('ab'));
attempt('isUtf8 of an ArrayBuffer', () => isUtf8(new ArrayBuffer(3)));
attempt('isUtf8 of a DataView', () => isUtf8(new DataView(new ArrayBuffer(3))));
attempt('isAscii of nothing', () => isAscii(Buffer.alloc(0)));
const detached = new Uint8Array(8);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
attempt('isUtf8 of detached memory', () => isUtf8(detached));
attempt('encodeInto', () => new TextEncoder().encodeInto('aé漢😀'.repeat(30), new Uint8Array(100)));
attempt('encodeInto elsewhere', () => new TextEncoder().encodeInto('a', []));

// randomInt, randomUUID
attempt('randomInt of one', () => [crypto.randomInt(1), crypto.randomInt(5, 6), crypto.randomInt(-3, -2), crypto.randomInt(2 ** 40, 2 ** 40 + 1)]);
attempt('randomInt covers its range', () => { const seen = new Set(); for (let i = 0; i < 2000; i++) seen.add(crypto.randomInt(-3, 4)); return [...seen].sort((a, b) => a - b); });
attempt('randomInt of a large range', () => { for (let i = 0; i < 2000; i++) { const n = crypto.randomInt(2 ** 48 - 1); if (!Number.isSafeInteger(n) || n < 0 || n >= 2 ** 48 - 1) return n; } return 'in range'; });
attempt('randomInt range', () => crypto.randomInt(0, 2 ** 48));
attempt('randomInt order', () => crypto.randomInt(5, 5));
attempt('randomUUID', () => { for (let i = 0; i < 300; i++) if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID({ disableEntropyCache: i % 2 === 0 }))) return false; return true; });
attempt('randomUUIDs differ', () => new Set(Array.from({ length: 1000 }, () => crypto.randomUUID())).size);
