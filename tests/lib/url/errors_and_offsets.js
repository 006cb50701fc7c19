'use strict';
// What an invalid URL throws, what URLSearchParams makes of values that are no objects, and the offsets that showHidden shows.
const { inspect } = require('util');
const url = require('url');

const failure = (call) => {
  try {
    call();
  } catch (error) {
    console.log(String(error), '|', error.stack.split('\n')[0], Object.entries(error));
  }
};
failure(() => new URL('x'));
failure(() => new URL('x', 'y'));
failure(() => { new URL('http://a').href = 'x'; });
failure(() => url.resolve('http://[a b', 'c'));
for (const value of [undefined, null, '', 0, false, [], {}]) console.log(value, new URLSearchParams(value).toString());
for (const href of ['http://a', 'https://u@a/?', 'file:///x', 'a:b', 'ws://x#', 'wss://h:1', 'ftp://f', 'https://user:pass@host.name:8080/p/a/t/h?query#hash']) {
  console.log(inspect(new URL(href), { showHidden: true }));
}
console.log(inspect(new URL('a:b'), { showHidden: true, depth: 0 }), inspect({ url: new URL('a:b') }, { depth: 0 }));
