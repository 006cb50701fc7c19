exports.__esModule = true;
exports.x = 1;
