console.log('first', process.argv.length, import.meta.main);
globalThis.shared = 1;
await new Promise((resolve) => setTimeout(resolve, 2));
console.log('first ends');
