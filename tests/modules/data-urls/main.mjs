const attempt = async (specifier, options) => {
  try { console.log(await import(specifier, options)); } catch (e) { console.log(e.name, e.code, e.message); }
};
await attempt('data:text/javascript,export default 5');
await attempt('data:text/javascript;charset=utf-8;base64,ZXhwb3J0IGRlZmF1bHQgNjs=');
await attempt('data:text/javascript;charset=utf-8,export default "%C3%A9%20%22"');
await attempt('data:application/json,{"a":1}', { with: { type: 'json' } });
await attempt('data:application/json;base64,eyJiIjoyfQ==', { with: { type: 'json' } });
await attempt('data:application/json,{"a":1}');
await attempt('data:text/plain,hi');
await attempt('data:,export default 5');
await attempt('data:nonsense');
await attempt('data:text/javascript,import "./x.mjs"');
await attempt('data:text/javascript,import "chalk"');
await attempt('data:text/javascript,import fs from "fs"; export default typeof fs.readFileSync');
await attempt('data:text/javascript,throw new Error("x y")');
await attempt('data:text/javascript,export const url = import.meta.url, keys = Object.keys(import.meta)');
await attempt('data:text/javascript,syntax error');
await attempt('data:text/javascript,export const a = 1; export * from "data:text/javascript,export const b = 2"');
await attempt('data:TEXT/JavaScript,export default "upper"');
await attempt('data:application/javascript,export default "application"');
console.log(await import('data:text/javascript,export default {}') === await import('data:text/javascript,export default {}'));
