Object.defineProperty(exports, 'good', { enumerable: true, get: function () { return 'good'; } });
Object.defineProperty(exports, 'bad', { enumerable: true, get: function () { throw new Error('bad'); } });
exports.gone = 1;
delete exports.gone;
