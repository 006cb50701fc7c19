Object.defineProperty(exports, '__esModule', { value: true });
exports.default = 'the default';
exports.named = 'named';
