for (const nothing of [undefined, null, 0, -1, 'text', {}, [], NaN, 123456789, Symbol.iterator && true]) {
  clearTimeout(nothing);
  clearInterval(nothing);
  clearImmediate(nothing);
}
console.log('nothing happened');
