// Query strings, nested.
const qs = require('qs');

console.log(qs.parse('a[b][c]=1&a[b][d]=2&list[]=x&list[]=y&i[1]=b&i[0]=a&plain=%C3%A9+e&flag'));
console.log(qs.parse('?x=1;y=2', { delimiter: ';', ignoreQueryPrefix: true }), qs.parse('a.b.c=1', { allowDots: true }));
console.log(qs.parse('a[0]=b,c', { comma: true }), qs.parse('a[b][c][d][e][f][g]=1', { depth: 2 }));
console.log(qs.stringify({ a: { b: [1, 2], c: null }, d: undefined, e: new Date(0), f: 'é &' }));
for (const arrayFormat of ['indices', 'brackets', 'repeat', 'comma']) {
  console.log(arrayFormat, qs.stringify({ a: ['x', 'y'] }, { arrayFormat, encode: false }));
}
console.log(qs.stringify({ b: 1, a: 2 }, { sort: (x, y) => x.localeCompare(y), addQueryPrefix: true }));
console.log(qs.stringify({ a: 'ä' }, { charset: 'iso-8859-1' }), qs.parse('__proto__[x]=1').x, {}.x);
