'use strict';
const url = require('url');
const { eight } = require('./fixtures/eight.js');

const plain = eight((index) => `https://example.com/path/${index}`);
const full = eight((index) => `https://user:secret@example.com:8080/path/${index}/file.html?q=${index}&lang=en#top`);
const international = eight((index) => `https://bücher${index}.example/straße`);
const escaped = eight((index) => `https://example.com/a b/${index}?q=ü&r="x"`);
const relative = eight((index) => `../other/${index}?x=1`);
const invalid = eight((index) => `not a url ${index}`);
const files = eight((index) => `file:///home/user/project${index}/a%20b.js`);
const paths = eight((index) => `/home/user/project${index}/a b.js`);
const urls = full.map((text) => new URL(text));
const queries = eight((index) => `a=1&b=${index}&c=%20x&d=y+z`);
const params = eight((index) => new URLSearchParams(`a=1&b=${index}&c=3&d=x y`));
const legacy = full.map((text) => url.parse(text));
const pattern = typeof URLPattern === 'function' ? new URLPattern({ pathname: '/path/:id' }) : undefined;

const classes = {
  'new URL': (turn) => new URL(plain[turn & 7]),
  'new URL with everything': (turn) => new URL(full[turn & 7]),
  'new URL with a base': (turn) => new URL(relative[turn & 7], plain[0]),
  'new URL, international host': (turn) => new URL(international[turn & 7]),
  'new URL that needs escapes': (turn) => new URL(escaped[turn & 7]),
  'new URL that throws': (turn) => {
    try {
      return new URL(invalid[turn & 7]);
    } catch (error) {
      return error.code;
    }
  },
  'URL.canParse': (turn) => URL.canParse(turn & 1 ? full[turn & 7] : invalid[turn & 7]),
  'URL.parse': (turn) => URL.parse(plain[turn & 7]),
  'href and pathname': (turn) => urls[turn & 7].href.length + urls[turn & 7].pathname.length,
  'host, search and hash': (turn) => urls[turn & 7].host + urls[turn & 7].search + urls[turn & 7].hash,
  'set pathname': (turn) => { urls[turn & 7].pathname = turn & 8 ? '/one' : '/two'; },
  'set search': (turn) => { urls[turn & 7].search = turn & 8 ? '?a=1' : '?b=2'; },
  'new URL and searchParams.get': (turn) => new URL(full[turn & 7]).searchParams.get('q'),
  'searchParams.set of a URL': (turn) => urls[turn & 7].searchParams.set('page', turn & 8 ? '1' : '2'),
  toString: (turn) => urls[turn & 7].toString(),
};

const search = {
  'new URLSearchParams(text)': (turn) => new URLSearchParams(queries[turn & 7]),
  'new URLSearchParams(object)': (turn) => new URLSearchParams({ a: '1', b: queries[turn & 7] }),
  'URLSearchParams get and has': (turn) => params[turn & 7].has('d') && params[turn & 7].get('b'),
  'URLSearchParams append and delete': (turn) => {
    params[turn & 7].append('z', '1');
    params[turn & 7].delete('z');
  },
  'URLSearchParams toString': (turn) => params[turn & 7].toString(),
  'URLSearchParams for of': (turn) => {
    let length = 0;
    for (const [name, value] of params[turn & 7]) length += name.length + value.length;
    return length;
  },
  'URLPattern exec': (turn) => pattern.exec(plain[turn & 7]),
};

const functions = {
  'url.parse': (turn) => url.parse(full[turn & 7]),
  'url.parse with query': (turn) => url.parse(full[turn & 7], true),
  'url.format(object)': (turn) => url.format(legacy[turn & 7]),
  'url.format(URL)': (turn) => url.format(urls[turn & 7], { fragment: false }),
  'url.resolve': (turn) => url.resolve(plain[0], relative[turn & 7]),
  fileURLToPath: (turn) => url.fileURLToPath(files[turn & 7]),
  pathToFileURL: (turn) => url.pathToFileURL(paths[turn & 7]),
  urlToHttpOptions: (turn) => url.urlToHttpOptions(urls[turn & 7]),
  domainToASCII: (turn) => url.domainToASCII(turn & 1 ? 'bücher.example' : 'straße.example'),
};

exports.calls = { ...classes, ...search, ...functions };
