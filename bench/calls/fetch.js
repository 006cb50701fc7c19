'use strict';
// The classes of fetch, without a network. Requests are in http.js.
const { eight } = require('./fixtures/eight.js');

const fields = { 'content-type': 'application/json', accept: '*/*', 'x-id': '1', 'cache-control': 'no-cache' };
const headers = new Headers(fields);
const body = JSON.stringify({ a: 1, b: [1, 2, 3], c: 'text' });
const addresses = eight((index) => `http://example.com/items/${index}`);
const request = new Request(addresses[0], { headers: fields });
const form = new FormData();
form.append('name', 'value');
form.append('other', 'text');
const boundary = 'boundary7';
const encoded = ['name', 'other'].map((name) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nvalue\r\n`);
const multipart = `${encoded.join('')}--${boundary}--\r\n`;

const ofHeaders = {
  'new Headers': () => new Headers(),
  'new Headers(object)': () => new Headers(fields),
  'new Headers(headers)': () => new Headers(headers),
  'Headers get and has': (turn) => (headers.has('x-id') ? headers.get(turn & 1 ? 'Accept' : 'content-type') : ''),
  'Headers set': (turn) => headers.set('X-Id', turn & 1 ? '1' : '2'),
  'Headers append and delete': () => {
    headers.append('x-temporary', '1');
    return headers.delete('x-temporary');
  },
  'Headers for of': () => {
    let length = 0;
    for (const [name, value] of headers) length += name.length + value.length;
    return length;
  },
};

const ofMessages = {
  'new Request': (turn) => new Request(addresses[turn & 7]),
  'new Request with method, headers and body': (turn) => new Request(addresses[turn & 7], { method: 'POST', headers: fields, body }),
  'Request clone': () => request.clone(),
  'Request url, method and headers': () => request.url + request.method + request.headers.get('accept'),
  'new Response(text)': () => new Response('hello'),
  'new Response with status and headers': () => new Response('hello', { status: 201, headers: fields }),
  'Response.json': (turn) => Response.json({ turn }),
  'Response.redirect': (turn) => Response.redirect(addresses[turn & 7]),
  'Response clone': () => new Response('hello').clone(),
  'new FormData and append': () => {
    const made = new FormData();
    made.append('name', 'value');
    return made;
  },
  'FormData get and has': (turn) => (form.has('other') ? form.get(turn & 1 ? 'name' : 'other') : ''),
  'FormData for of': () => {
    let length = 0;
    for (const [name, value] of form) length += name.length + value.length;
    return length;
  },
};

exports.calls = { ...ofHeaders, ...ofMessages };

exports.operations = {
  'Response text': () => new Response(body).text(),
  'Response json': () => new Response(body).json(),
  'Response arrayBuffer': () => new Response(body).arrayBuffer(),
  'Response formData': () => new Response(multipart, {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }).formData(),
  'Request text': () => new Request(addresses[0], { method: 'POST', body }).text(),
  'Response of a FormData, text': () => new Response(form).text(),
  'Response of a stream, text': () => new Response(new Blob([body]).stream()).text(),
  'fetch of a data: URL': async (turn) => (await fetch(`data:text/plain,hello${turn & 7}`)).text(),
};
