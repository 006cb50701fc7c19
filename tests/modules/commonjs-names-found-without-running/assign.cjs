module.exports = { one: 1, two, 'three': 3, four() {}, ...{} };
var two;
