console.log(this === undefined, (function () { return this === undefined; })());
console.log(typeof require, typeof module, typeof __filename);
