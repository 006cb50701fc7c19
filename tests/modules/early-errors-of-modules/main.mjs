const bad = [
  'export { nothing };', 'export const a = 1; export { a };', 'import { a, a } from "x";', 'with ({}) {}', 'let await = 1;',
  'return 1;', 'yield = 1;', 'export default 1; export default 2;', 'import a from "x"; let a;', 'delete x;', '<!-- html',
  'if (1) { import "x" }', 'function f() { export const a = 1 }', 'var arguments = 1;', '010', 'import.meta = 1;', 'new import("x")', 'import()',
  'class A { #a; m() { this.#b } }', 'label: label: 1', 'break;', 'export * as default from', 'import x, from "y"', 'await;', 'async () => { await = 1 }',
  'import {a as eval} from "x"', 'export {if}', 'import {"a"} from "x"', 'import {default} from "x"', 'import.foo', 'export {"a"}', 'new.target', 'super.x',
];
for (const text of bad) {
  const e = await import(`data:text/javascript,${encodeURIComponent(text)}`).catch((error) => error);
  console.log(`${text} → ${e.name}: ${e.message}`);
}
