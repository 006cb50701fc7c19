// Async generators with a `yield*` in every surrounding: loops, try, arguments, super, names, contexts.
'use strict';
const show = (note) => ({ value, done }) => note(`${String(value)},${done}`);
async function* two() { yield 1; yield 2; return 'r'; }
async function drain(generator, note) {
  try {
    for (;;) {
      const { value, done } = await generator.next();
      note(done ? `end ${value}` : value);
      if (done) return;
    }
  } catch (error) { note(`caught ${error?.message ?? error}`); }
}
const loud = (note, name = 'inner') => ({
  [Symbol.asyncIterator]() { return this; },
  at: 0,
  async next(value) { note(`${name} next ${value}`); return { value: ++this.at, done: this.at > 3 }; },
  async return(value) { note(`${name} return ${value}`); return { value: `returned ${value}`, done: true }; },
  async throw(error) { note(`${name} throw ${error}`); return { value: `thrown ${error}`, done: true }; },
});

require('./parts/count.js')({
  'plain yields beside': (note) => drain((async function* () { yield 0; yield* two(); yield 3; })(), note),
  'await before and after': (note) => drain((async function* () { await null; yield* two(); await null; yield 3; await null; })(), note),
  'in for await': (note) => drain((async function* () { for await (const x of two()) yield* [x, x * 10]; })(), note),
  'in a labelled loop': (note) => drain((async function* () {
    outer: for (const a of [1, 2]) for (const b of [1, 2]) { if (b === 2) continue outer; yield* [a]; }
  })(), note),
  'in try with catch': (note) => drain((async function* () {
    try { yield* (async function* () { yield 1; throw new Error('in'); })(); } catch (error) { yield error.message; }
  })(), note),
  'in try with catch without a name': (note) => drain((async function* () {
    try { yield* (async function* () { throw new Error('in'); })(); } catch { yield 'caught'; }
  })(), note),
  'in try with finally that yields': (note) => drain((async function* () { try { yield* two(); } finally { yield 'f'; } })(), note),
  'return of a value': (note) => drain((async function* () { yield* [1]; return 5; })(), note),
  'return of a promise': (note) => drain((async function* () { yield* [1]; return Promise.resolve(5); })(), note),
  'return of a list': (note) => drain((async function* () { yield* [1]; return 4, 5; })(), note),
  'return of a new object': (note) => drain((async function* () { yield* [1]; return new Date; })(), (what) => note(String(what).slice(0, 3))),
  'return in finally': (note) => drain((async function* () { try { yield* [1]; return 5; } finally { return 6; } })(), note),
  'return that a loop cancels': (note) => drain((async function* () {
    for (const x of [1, 2]) { try { return x; } finally { continue; } }
    yield* [3];
  })(), note),
  'throw of the body': (note) => drain((async function* () { yield* [1]; throw new Error('out'); })(), note),
  'yield of a rejected promise': (note) => drain((async function* () { yield* [1]; try { yield Promise.reject(new Error('no')); } catch (error) { yield `caught ${error.message}`; } })(), note),
  'yield of a promise with a broken constructor': (note) => drain((async function* () {
    const promise = Promise.resolve(1);
    Object.defineProperty(promise, 'constructor', { get() { throw new Error('broken'); } });
    try { yield promise; } catch (error) { yield error.message; }
    yield* [];
  })(), note),
  'what next() is given': async (note) => {
    const g = (async function* () { note(`got ${yield 1}`); note(`inner gave ${yield* loud(note)}`); })();
    await g.next('a');
    await g.next('b');
    await g.next('c');
    await g.next('d');
    await g.next('e');
  },
  'return() at a plain yield': async (note) => {
    const g = (async function* () { try { yield 1; } catch { note('no'); } finally { note('finally'); } yield* []; })();
    await g.next();
    note('start');
    g.return(5).then(show(note));
    g.next().then(show(note));
  },
  'return() into a finally that yields': async (note) => {
    const g = (async function* () { try { yield 1; } finally { yield 'f'; } yield* []; })();
    await g.next();
    note('start');
    g.return(5).then(show(note));
    g.next().then(show(note));
  },
  'return() of a rejected promise at a yield': async (note) => {
    const g = (async function* () { try { yield 1; } catch (error) { yield `caught ${error}`; } yield* []; })();
    await g.next();
    note('start');
    g.return(Promise.reject(5)).then(show(note));
  },
  'return() into the inner one': async (note) => {
    const g = (async function* () { try { yield* loud(note); } finally { note('finally'); } })();
    await g.next();
    note('start');
    g.return(5).then(show(note));
  },
  'return() into an inner one that goes on': async (note) => {
    const g = (async function* () { yield* (async function* () { try { yield 1; } finally { yield 'not yet'; } })(); })();
    await g.next();
    note('start');
    g.return(5).then(show(note));
    g.next().then(show(note));
    g.next().then(show(note));
  },
  'throw() into the inner one': async (note) => {
    const g = (async function* () { note(`went on with ${yield* loud(note)}`); yield 'after'; })();
    await g.next();
    note('start');
    g.throw(5).then(show(note));
  },
  'throw() at a plain yield': async (note) => {
    const g = (async function* () { try { yield 1; } catch (error) { yield `caught ${error}`; } yield* []; })();
    await g.next();
    note('start');
    g.throw(5).then(show(note));
  },
  'throw() into an array': async (note) => {
    const g = (async function* () { try { yield* [1, 2]; } catch (error) { yield error.constructor.name; } })();
    await g.next();
    note('start');
    g.throw(5).then(show(note));
  },
  'requests at once': (note) => {
    const g = (async function* () { yield 0; yield* two(); })();
    for (let i = 0; i < 5; i++) g.next().then(show(note));
    g.return('r').then(show(note));
    g.throw('t').catch(note);
  },
  'requests after the end': async (note) => {
    const g = (async function* () { yield* []; })();
    await g.next();
    note('start');
    g.next().then(show(note));
    g.return(Promise.resolve(5)).then(show(note));
    g.return(Promise.reject(6)).catch(note);
    g.throw(7).catch(note);
    g.next().then(show(note));
  },
  'return() and throw() before the start': (note) => {
    const make = async function* () { note('never'); yield* []; };
    const one = make();
    one.return(Promise.resolve(5)).then(show(note));
    one.next().then(show(note));
    make().throw(6).catch(note);
  },
  'next() of itself while it runs': (note) => {
    const g = (async function* () { g.next().then(show(note)); yield 1; yield* [2]; })();
    g.next().then(show(note));
  },
  'this, arguments, super, new.target and names': (note) => {
    class Base { async *m() { yield 'base'; } }
    class Sub extends Base {
      name = 'sub';
      async *m(a, b = a + 1) {
        yield* super.m();
        yield this.name;
        yield arguments.length;
        yield b;
        yield new.target;
        var a = a * 2;
        yield a;
      }
    }
    drain(new Sub().m(10), note);
    note(Sub.prototype.m.name);
    note(Sub.prototype.m.length);
    note(Object.prototype.toString.call(new Sub().m()));
  },
  'recursion': (note) => {
    async function* tree(depth) { if (depth > 0) { yield depth; yield* tree(depth - 1); yield -depth; } }
    drain(tree(3), note);
  },
  'a function inside': (note) => drain((async function* () { const f = () => 1; yield* [f()]; function g() { return 2; } yield g(); })(), note),
  'a sync generator inside': (note) => drain((async function* () { function* g() { yield* [1, 2]; } const h = async function* () { yield* g(); }; yield* h(); })(), note),
  'break of for await': async (note) => {
    for await (const x of (async function* () { try { yield* two(); } finally { note('closed'); } })()) { note(x); break; }
    note('after');
  },
  'what is no iterable': (note) => drain((async function* () { yield* 5; })(), (what) => note(String(what).slice(0, 6))),
  'a next that is no function': (note) => drain((async function* () { yield* { [Symbol.asyncIterator]: () => ({}) }; })(), (what) => note(String(what).slice(0, 6))),
  'a step that is no object': (note) => drain((async function* () { yield* { [Symbol.asyncIterator]: () => ({ next: () => 5 }) }; })(), (what) => note(String(what).slice(0, 6))),
  'yield* of yield* of an array, side by side': (note) => {
    const g = async function* (name) { yield* (async function* () { yield* [`${name}1`, `${name}2`]; })(); };
    drain(g('a'), note);
    drain(g('b'), note);
  },
  'methods called on others': (note) => {
    const { next } = Object.getPrototypeOf(async function* () {}).prototype;
    next.call({}).catch((error) => note(error.constructor.name));
    next.call(1).catch((error) => note(error.constructor.name));
    note(`${next.name} ${next.length}`);
  },
});
