exports.one = 'base one'; exports.two = 2; exports.default = 'd';
