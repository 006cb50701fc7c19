// Promise jobs of `for await` over a synchronous iterator that fails or is left, and who is asked to return.
'use strict';
const it = (note, next, more = {}) => ({ [Symbol.iterator]: () => ({ next, return(v) { note(`return(${arguments.length})`); return {} }, ...more }) });
require('./parts/count.js')({
  'next throws': async (note) => { try { for await (const x of it(note, () => { throw 1 })); } catch (e) { note(e) } },
  'done throws': async (note) => { try { for await (const x of it(note, () => ({ get done() { throw 1 } }))); } catch (e) { note(e) } },
  'value throws': async (note) => { try { for await (const x of it(note, () => ({ done: false, get value() { throw 1 } }))); } catch (e) { note(e) } },
  'value rejected': async (note) => { try { for await (const x of it(note, () => ({ done: false, value: Promise.reject(1) }))); } catch (e) { note(e) } },
  'value rejected when done': async (note) => { try { for await (const x of it(note, () => ({ done: true, value: Promise.reject(1) }))); } catch (e) { note(e) } },
  'value with broken constructor': async (note) => { const p = Promise.resolve(); Object.defineProperty(p, 'constructor', { get() { throw 1 } }); try { for await (const x of it(note, () => ({ done: false, value: p }))); } catch (e) { note(e) } },
  'no object': async (note) => { try { for await (const x of it(note, () => 5)); } catch (e) { note(e.message) } },
  'break': async (note) => { for await (const x of it(note, () => ({ done: false, value: 1 }))) break; note('end') },
  'break, return of promise value': async (note) => { for await (const x of it(note, () => ({ done: false, value: 1 }), { return() { return { value: Promise.resolve(5) } } })) break; note('end') },
  'break, return gives no object': async (note) => { try { for await (const x of it(note, () => ({ done: false, value: 1 }), { return() { return 5 } })) break; note('end') } catch (e) { note(e.message) } },
  'break, return throws': async (note) => { try { for await (const x of it(note, () => ({ done: false, value: 1 }), { return() { throw 7 } })) break; note('end') } catch (e) { note(e) } },
  'throw, return throws': async (note) => { try { for await (const x of it(note, () => ({ done: false, value: 1 }), { return() { throw 7 } })) throw 8; } catch (e) { note(e) } },
  'no next': async (note) => { try { for await (const x of it(note, undefined)); } catch (e) { note(e.message) } },
  'return not callable': async (note) => { try { for await (const x of it(note, () => ({ done: false, value: 1 }), { return: 5 })) break; } catch (e) { note(e.message) } },
  'iterator not object': async (note) => { try { for await (const x of { [Symbol.iterator]: () => 5 }); } catch (e) { note(e.message) } },
  'async iterator not object': async (note) => { try { for await (const x of { [Symbol.asyncIterator]: () => 5 }); } catch (e) { note(e.constructor.name) } },
  'not iterable': async (note) => { try { for await (const x of {}); } catch (e) { note(e.constructor.name) } },
  'Symbol.iterator asked once': async (note) => { for await (const x of { get [Symbol.iterator]() { note('asked'); return () => [][Symbol.iterator]() } }); },
});
