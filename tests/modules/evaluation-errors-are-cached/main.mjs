globalThis.runs = 0;
const first = await import('./bad.mjs').catch((e) => e);
const second = await import('./bad.mjs').catch((e) => e);
const above = await import('./above.mjs').catch((e) => e);
const aboveAgain = await import('./above.mjs').catch((e) => e);
console.log(first.message, first === second, first === above, above === aboveAgain, runs);
console.log(await import('./value.mjs').catch((e) => e), await import('./undefined.mjs').then(() => 'no', (e) => e));
console.log(await import('./undefined.mjs').then(() => 'no', (e) => ['rejected', e]));
