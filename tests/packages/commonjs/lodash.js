// Collections, chains, deep paths, templates and the timing functions of lodash.
const _ = require('lodash');
const fp = require('lodash/fp');
const chunk = require('lodash/chunk');

const people = [
  { name: 'Ada', born: 1815, tags: ['maths', 'engine'] },
  { name: 'Alan', born: 1912, tags: ['maths', 'machine'] },
  { name: 'Grace', born: 1906, tags: ['compiler'] },
];

console.log(_.groupBy(people, (person) => Math.floor(person.born / 100) + 1));
console.log(_(people).flatMap('tags').countBy().toPairs().sortBy([1, 0]).reverse().value());
console.log(_.orderBy(people, ['born'], ['desc']).map((person) => person.name));
console.log(_.get(people, '[1].tags[1]'), _.get(people, 'nobody.tags', 'none'));
console.log(_.set({}, 'a.b[0].c', 1), _.merge({ a: { b: 1 } }, { a: { c: [2] } }));
console.log(_.isEqual(new Map([[1, new Set(['x'])]]), new Map([[1, new Set(['x'])]])));

const deep = { date: new Date(0), pattern: /x+/gi, list: [1, { two: 2 }], bytes: new Uint8Array([1, 2]) };
deep.self = deep;
const copy = _.cloneDeep(deep);
console.log(copy, copy.self === copy, copy.date !== deep.date);

console.log(_.template('<% list.forEach((it) => { %><li><%- it %></li><% }) %>')({ list: ['a', '<b>'] }));
console.log(_.camelCase('--foo bar-BAZ'), _.kebabCase('fooBarBaz'), _.startCase('__foo__bar'), _.deburr('déjà vu'));
console.log(chunk(_.range(7), 3), _.zipObject(['a', 'b'], [1, 2]), _.difference([1, 2, 3], [2]));
console.log(fp.flow(fp.filter((n) => n % 2), fp.map((n) => n * n), fp.sum)([1, 2, 3, 4, 5]));
console.log(_.curry((a, b, c) => a + b + c)(1)(2, 3), _.memoize((n) => n * 2)(21));

const calls = [];
const debounced = _.debounce((value) => calls.push(value), 10);
debounced(1);
debounced(2);
debounced(3);
_.defer((text) => console.log(text, calls), 'deferred');
_.delay(() => console.log('after the wait', calls), 60);
