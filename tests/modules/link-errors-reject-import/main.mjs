const first = await import('./bad.mjs').catch((e) => e);
console.log(first instanceof SyntaxError, first.name, first.message, first.code, Object.getOwnPropertyNames(first).sort());
const second = await import('./bad.mjs').catch((e) => e);
console.log(first === second, second.message);
const viaOther = await import('./other.mjs').catch((e) => e);
console.log(viaOther === first, viaOther.message);
console.log((await import('./fruit.mjs')).apple);
