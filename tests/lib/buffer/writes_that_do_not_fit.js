'use strict';
// buf.write and the methods of single encodings: too little space, offsets out of range, ends that are no integers.
function report(label, work) {
  try {
    console.log(label, work());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

const methods = ['ascii', 'latin1', 'utf8', 'hex', 'ucs2', 'base64', 'base64url'];

function singleEncodings() {
  const given = [[], ['abcd'], ['abcd', -1], ['abcd', 10], ['abcd', 11], ['abcd', 2 ** 33], ['abcd', 0, -1], ['abcd', 0, 10], ['abcd', 0, 11], ['abcd', 5, 6],
    ['abcd', 5, 5], ['abcd', NaN], ['abcd', 0, NaN], ['abcd', '1'], ['abcd', 1.7], ['abcd', null], [5], [5, -1], ['abcd', undefined, 2], ['abcd', {}], ['abcd', 0, '2']];
  for (const method of methods) {
    for (const values of given) report(`${method}Write ${values.map(String)}`, () => Buffer.alloc(10)[`${method}Write`](...values));
  }
  for (const method of methods) {
    for (const values of [[], [-1], [0, -1], [5, 2], [0, 10], [0, 11], [0, 2 ** 33], [11], [NaN], [null, null], ['1', '3'], [1.7, 3.9], [2 ** 33]]) {
      report(`${method}Slice ${values.map(String)}`, () => JSON.stringify(Buffer.from('0123456789')[`${method}Slice`](...values)));
    }
  }
}

function littleRoom() {
  const texts = ['YWJj', 'YQ==', 'YWI=', 'YW Jj', 'YWJjZA', 'YWJjZGVm', 'Y', '!!!!', 'YWJj=YWJj', '-_-_', 'abcdef', 'abc', 'äöü€😀'];
  for (const text of texts) {
    for (const encoding of ['base64', 'base64url', 'hex', 'utf8', 'utf16le', 'latin1']) {
      const written = [];
      for (let room = 0; room < 7; room++) {
        const bytes = Buffer.alloc(8, 1);
        written.push(`${bytes.write(text, 1, room, encoding)} ${bytes.toString('hex')}`);
      }
      console.log(text, encoding, Buffer.from(text, encoding).toString('hex'), written.join(', '));
    }
  }
}

function fills() {
  for (const values of [[1, 1.5], [1, NaN], [1, 0, 1.5], [1, 0, NaN], [1, '1'], [1, -1], [1, 11], [1, 0, 11], [1, 0, -1], [1, null], [1, 0, null], ['x', 1.5],
    ['x', 'utf8'], ['x', 0, 'utf8'], ['x', 0, 5, 'zz'], ['x', 0, 5, 5], [1, {}], [1, 2, 1], [1, 10], [1, Infinity]]) {
    report(`fill ${values.map(String)}`, () => Buffer.alloc(10).fill(...values).toString('hex'));
  }
}

singleEncodings();
littleRoom();
fills();
