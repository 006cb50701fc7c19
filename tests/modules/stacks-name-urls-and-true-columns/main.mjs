import { where, nested } from './lib.mjs'; import * as ns from './lib.mjs';
const places = (stack) => stack.split('\n').slice(1).filter((line) => /\.mjs/.test(line)).map((line) => /\w+\.mjs:\d+:\d+/.exec(line)[0]);
/* a comment */ console.log(places(where()), places(ns.where()));
console.log(places(nested(() => where())));
export default class K { m() { return where(); } get g() { return where(); } }
console.log(places(new K().m()), places(new K().g));
const stack = await (async () => { await 0; return where(); })();
console.log(places(stack).slice(0, 2));
await 0; console.log(places(where()).slice(0, 2)); export const x = [await 1, where()]; console.log(places(x[1]).slice(0, 2));
