'use strict';
// Short strings have fast paths of their own (no call into Rust), which must return what the others do.
function report(label, work) {
  try {
    console.log(label, JSON.stringify(work()));
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

function letters() {
  for (let length = 0; length <= 20; length++) {
    for (const start of [0, 3]) {
      const bytes = Buffer.from('\x7fbcdefghijklmnopqrstuvwxyz');
      const end = start + length;
      report(length, () => ['utf8', 'latin1', 'ascii', 'utf16le'].map((encoding) => bytes.toString(encoding, start, end)));
      bytes[end] = 0xe9;
      report(length, () => ['utf8', 'latin1', 'ascii'].map((encoding) => bytes.toString(encoding, start, end + 1)));
      report(length, () => [bytes.utf8Slice(start, end), bytes.subarray(start, end).toString(), bytes.subarray(start, end).latin1Slice()]);
    }
  }
}

function base64() {
  const texts = ['', 'YQ==', 'YQ', 'YWI', 'YWI=', 'YQ=', 'Y', '=', '==', 'YQ===', 'Y Q = =', ' YQ==\n', 'YQ\u00a0', '-_', '+/+/', 'YR==',
    'YWJj', 'YWJjZ', 'ab\0d', 'YQ==YQ==', 'äöü', 'abcd=', 'abc=d', null, undefined, 12, 'A===', 'AA=A'];
  for (const text of texts) report(`atob ${JSON.stringify(text)}`, () => atob(text));
}

function decoders() {
  const kinds = { plain: new TextDecoder(), 'with mark': new TextDecoder('utf-8', { ignoreBOM: true }), fatal: new TextDecoder('utf-8', { fatal: true }) };
  const samples = [[], [0xef, 0xbb, 0xbf], [0xef, 0xbb, 0xbf, 0x61], [0x61, 0xef, 0xbb, 0xbf], [0xff], [0xc3], [0xc3, 0xa9], [0xed, 0xa0, 0x80],
    [0, 0, 0], [...Buffer.from('hello world, hello world')]];
  for (const sample of samples) {
    for (const [kind, decoder] of Object.entries(kinds)) {
      const bytes = new Uint8Array(sample);
      report(`${kind} ${sample}`, () => decoder.decode(bytes));
      report('of a stream', () => decoder.decode(bytes, { stream: true }));
      report('its end', () => decoder.decode());
    }
  }
  const { plain } = kinds;
  for (const given of [[undefined, null], [new Uint8Array(1), 5], [5], [new DataView(new ArrayBuffer(3))], [new Uint8Array([97, 98]).buffer],
    [new Uint16Array([0x6261])]]) report('decode', () => plain.decode(...given));
}

function encoders() {
  const encoder = new TextEncoder();
  for (const [text, room] of [['', 4], ['abc', 0], ['abc', 2], ['abc', 5], ['aé', 2], ['aé', 3], ['a€b', 3], ['😀', 3], ['😀x', 4], ['\ud800', 3],
    ['x'.repeat(100), 70], [`${'x'.repeat(63)}é`, 64], [`${'x'.repeat(63)}é`, 65]]) {
    const bytes = new Uint8Array(room);
    report(`${text.slice(0, 5)} into ${room}`, () => [encoder.encodeInto(text, bytes), [...bytes].slice(-4)]);
  }
  for (const given of [['x', new Uint16Array(2)], [5, new Uint8Array(2)], ['x', Object.create(Uint8Array.prototype)]]) {
    report('encodeInto', () => encoder.encodeInto(...given));
  }
}

letters();
base64();
decoders();
encoders();
