import { createRequire } from 'node:module';
const { evaluate } = createRequire(import.meta.url)('./deep/evaluator.cjs');
const AsyncFunction = (async () => {}).constructor;
const AsyncGenerator = (async function* () {}).constructor;

const show = async (what, promise) => {
  try {
    console.log(what, (await promise).x);
  } catch (error) {
    console.log(what, error.code, error.name);
  }
};

const name = './x.mjs';
await show('direct', eval('import("./x.mjs")'));
await show('with a local name', eval('const more = name; import(more)'));
await show('indirect', (0, eval)('import("./x.mjs")'));
await show('nested', eval('eval("import(name)")'));
await show('from elsewhere', evaluate('import("./x.mjs")'));
await show('missing', eval('import("./none.mjs")'));
console.log(await AsyncFunction('path', 'return (await import(path)).x')(name));
for await (const x of AsyncGenerator('yield (await import("./x.mjs")).x')()) console.log(x);

// What is not a text is the value, and a text's own faults stay its own.
const object = { import: 1 };
console.log(eval(object) === object, eval(), eval('"import(" + 1'));
try {
  eval('import(');
} catch (error) {
  console.log(error.name);
}
try {
  eval('try { null.x } catch (error) { throw error }');
} catch (error) {
  console.log(error.message);
}
console.log(AsyncFunction.name, AsyncFunction.length, Object.getPrototypeOf(AsyncFunction) === Function);
console.log(AsyncFunction('return 1') instanceof AsyncFunction, Object.getOwnPropertyDescriptor(AsyncFunction.prototype, 'constructor').writable);
