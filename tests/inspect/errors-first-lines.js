'use strict';
const util = require('util');
const first = (value, options) => console.log(util.inspect(value, options).split('\n')[0]);
class MyError extends Error {}
class NamedError extends Error { get name() { return 'CustomName'; } }
class OtherError extends TypeError { constructor(m) { super(m); this.name = 'SomethingElse'; } }
for (const E of [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, MyError, NamedError, OtherError]) {
  first(new E('message'));
  first(new E());
}
first(new (class extends Error {})('anonymous class'));
first(new (class FooError extends TypeError {})('foo'));
first(new (class Foo extends Error {})('does not end in Error'));
first(Object.assign(new Error('msg'), { name: 'Renamed' }));
first(Object.assign(new Error('msg'), { name: 'RenamedError' }));
first(Object.assign(new MyError('msg'), { name: 'RenamedError' }));
first(Object.defineProperty(new Error('msg'), Symbol.toStringTag, { value: 'tagged' }));
first(Object.setPrototypeOf(new Error('no prototype'), null));
first(new AggregateError([1, 2], 'several'));
first(new Error('two\nlines'));
first(new Error('x'.repeat(200)));
first(new Error({ toString() { return 'object message'; } }));
first(new Error(undefined));
first(new Error(null));
first([new Error('in array')]);
first({ e: new Error('in object') });
