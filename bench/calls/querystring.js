'use strict';
const querystring = require('querystring');
const { eight } = require('./fixtures/eight.js');

const short = eight((index) => `a=1&b=${index}&c=3`);
const escaped = eight((index) => `name=J%C3%BCrgen+${index}&city=K%C3%B6ln&q=a%26b`);
const long = eight((index) => Array.from({ length: 20 }, (_, at) => `key${at}=value${at + index}`).join('&'));
const flat = eight((index) => ({ a: 1, b: `x${index}`, c: true }));
const lists = eight((index) => ({ tag: ['a', 'b', `c${index}`], name: 'Jürgen & co' }));
const words = eight((index) => `a b&c=${index}/ü`);
const codes = words.map((word) => querystring.escape(word));

exports.calls = {
  'parse 3 pairs': (turn) => querystring.parse(short[turn & 7]),
  'parse with escapes': (turn) => querystring.parse(escaped[turn & 7]),
  'parse 20 pairs': (turn) => querystring.parse(long[turn & 7]),
  stringify: (turn) => querystring.stringify(flat[turn & 7]),
  'stringify with lists': (turn) => querystring.stringify(lists[turn & 7]),
  escape: (turn) => querystring.escape(words[turn & 7]),
  unescape: (turn) => querystring.unescape(codes[turn & 7]),
};
