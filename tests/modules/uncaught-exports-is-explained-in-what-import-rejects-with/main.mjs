const e = await import('./lib.mjs').catch((error) => error);
console.log(e.message, e.code, e.stack.split('\n')[0]);
