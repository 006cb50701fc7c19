// Functions curried and composed, lenses, transducers.
import * as R from 'ramda';
import { pipe, map, filter } from 'ramda';

const people = [{ name: 'Ada', born: 1815, address: { city: 'London' } }, { name: 'Alan', born: 1912, address: { city: 'London' } }, { name: 'Grace', born: 1906, address: { city: 'New York' } }];
console.log(pipe(filter(R.propSatisfies(R.gt(R.__, 1900), 'born')), map(R.prop('name')), R.join(' & '))(people));
console.log(R.groupBy(R.path(['address', 'city']), people).London.length, R.sortWith([R.descend(R.prop('born'))], people).map(R.prop('name')));
const city = R.lensPath(['address', 'city']);
console.log(R.over(city, R.toUpper, people[0]), R.view(city, people[2]), R.set(R.lensIndex(0), 'x', ['a', 'b']));
console.log(R.evolve({ a: R.inc, b: { c: R.not } }, { a: 1, b: { c: true }, d: 0 }), R.mergeDeepRight({ a: { b: 1 } }, { a: { c: 2 } }));
console.log(R.into([], R.compose(R.map(R.multiply(2)), R.take(3)), R.range(1, 100)), R.transduce(R.filter((n) => n > 1), R.flip(R.append), [], [1, 2, 3]));
console.log(R.cond([[R.equals(0), R.always('zero')], [R.T, (n) => `n${n}`]])(5), R.converge(R.divide, [R.sum, R.length])([1, 2, 3]), R.juxt([Math.min, Math.max])(3, 1, 2));
console.log(R.curryN(3, (a, b, c) => a + b + c)(1)(R.__, 3)(2), R.equals([1, { a: NaN }], [1, { a: NaN }]), R.toString({ a: [1, 'x'], d: new Date(0) }));
console.log(R.zipWith(R.add, [1, 2], [10, 20]), R.aperture(2, [1, 2, 3]), R.splitEvery(2, 'abcde'), R.transpose([[1, 2], [3]]), R.uniqBy(Math.abs, [1, -1, 2]));
console.log(await R.andThen(R.inc, Promise.resolve(1)), R.tryCatch(JSON.parse, R.always('bad'))('{'), R.isEmpty(new Map()), R.type(/x/));
