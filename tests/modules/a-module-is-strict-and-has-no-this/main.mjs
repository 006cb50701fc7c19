console.log(this, typeof require, typeof module, typeof exports, typeof __filename, (() => this)());
console.log((function () { return this; })());
try { undeclared = 1; } catch (e) { console.log(e.name, e.message); }
try { delete Object.prototype; } catch (e) { console.log(e.name); }
console.log(typeof await Promise.resolve(1));
var global1 = 1; function global2() {}
console.log('global1' in globalThis, 'global2' in globalThis);
