Object.defineProperty(exports, 'a', { enumerable: true, value: 1 });
Object.defineProperty(exports, 'b', { enumerable: true, get: function () { return 2; } });
Object.defineProperty(module.exports, 'c', { enumerable: true, get() { return q.p; } });
Object.defineProperty(exports, 'hidden', { get: () => 3 });
var q = { p: 1 };
