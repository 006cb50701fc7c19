// Frames of methods, accessors and constructors have the type of what they were called on.
const place = /\(?[^ ()]*[\\/]([^\\/ ()]+\.js:\d+:\d+)\)?/;
const frame = (at = 0) => new Error('x').stack.split('\n')[at + 2].trim().replace(place, '$1');
const say = (what, ...frames) => console.log(what.padEnd(20), ...frames);

class Foo {
  #private() { return frame(); }
  static #hidden() { return frame(); }
  static arrow = () => frame();
  static block;
  static { this.block = frame(); }
  made;
  written;
  field = () => frame();
  constructor() { this.made = frame(); }
  bar() { return frame(); }
  get g() { return frame(); }
  set s(value) { this.written = frame(); }
  static st() { return frame(); }
  static get sg() { return frame(); }
  *generator() { yield frame(); }
  async later() { return frame(); }
  [Symbol.iterator]() { return frame(); }
  'quoted name'() { return frame(); }
  42() { return frame(); }
  throughPrivate() { return this.#private(); }
  static throughHidden() { return Foo.#hidden(); }
  throughThis() { return this.bar(); }
  nested() { return [1].map(() => frame())[0]; }
  nestedFunction() { return [1].map(function () { return frame(); })[0]; }
}
class Sub extends Foo {
  bar() { return super.bar(); }
}
class WithConstructor extends Foo {
  constructor() { super(); this.own = frame(); }
}
const foo = new Foo();
say('method', foo.bar());
say('getter', foo.g);
foo.s = 1;
say('setter', foo.written);
say('static', Foo.st(), Foo.sg, Foo.arrow(), Foo.block);
say('constructor', foo.made);
say('field', foo.field());
say('generator', foo.generator().next().value);
foo.later().then((text) => say('async', text));
say('unusual names', foo[Symbol.iterator](), foo['quoted name'](), foo[42]());
say('private', foo.throughPrivate(), Foo.throughHidden());
say('this', foo.throughThis());
say('inner functions', foo.nested(), foo.nestedFunction());
const sub = new Sub();
say('super', sub.bar(), sub.throughThis());
const other = new WithConstructor();
say('derived', other.own);
const Named = class { m() { return frame(); } static s() { return frame(); } constructor() { this.c = frame(); } };
say('class expression', new Named().m(), Named.s(), new Named().c);
say('without a name', new (class { m() { return frame(); } })().m(), (class { static m() { return frame(); } }).m());
say('without a name', new (class { constructor() { this.c = frame(); } })().c);

const object = {
  m() { return frame(); },
  f: function () { return frame(); },
  a: () => frame(),
  get g() { return frame(); },
  n: function named() { return frame(); },
  deep: { m() { return frame(); } },
  async later() { await null; return frame(); },
};
say('object', object.m(), object.f(), object.a(), object.g, object.n(), object.deep.m());
object.later().then((text) => say('object, later', text));
const { m, f } = object;
say('taken out', m(), f());
say('call', m.call({}), m.call(new Foo()), m.call(5), m.call(''), m.call([]), m.call(null), m.apply(foo, []));
say('toString', `${{ toString() { return frame(); } }}`);
say('proxy', new Proxy({}, { get() { return frame(); } }).x);

function Old() { this.c = frame(); this.own = function () { return frame(); }; }
Old.prototype.m = function () { return frame(); };
Old.prototype.n = function named() { return frame(); };
Old.prototype.self = function () { return this.n(); };
Old.st = function () { return frame(); };
say('functions', new Old().c, new Old().m(), new Old().n(), new Old().self(), Old.st(), new Old().own());
Old.prototype = { constructor: Old, literal: function () { return frame(); }, short() { return frame(); } };
say('a new prototype', new Old().literal(), new Old().short());
say('Reflect', Reflect.construct(Old, []).c, Reflect.apply(m, [], []));
