// A parser of JavaScript: trees, tokens, comments, locations, errors, and a plugin.
import { parse, parseExpressionAt, tokenizer, Parser, version } from 'acorn';

const tree = parse(`import x, { y as z } from 'mod' with { type: 'json' };
export const f = async ({ a = 1, ...rest }, [b]) => { for await (const c of rest) yield_(a?.b ?? c ** 2n); };
class A extends B { static #p = /re[\\w--[a]]+/v; get [k]() { return super.x; } static { new.target; } }`, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
console.log(tree.body.map((node) => `${node.type} ${node.loc.start.line}:${node.loc.start.column}-${node.loc.end.line}:${node.loc.end.column}`));
const kinds = new Map();
JSON.stringify(tree, (key, value) => {
  if (typeof value === 'bigint') return `${value}n`;
  if (value?.type && key !== 'loc') kinds.set(value.type, (kinds.get(value.type) ?? 0) + 1);
  return value;
});
console.log([...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${kind}=${count}`).join(' '));
console.log([...tokenizer('let s = `a${1}b`; // end', { ecmaVersion: 2022 })].map((token) => `${token.type.label}:${token.value ?? ''}`).join(' '));
const comments = [];
parse('/* one */ x // two', { ecmaVersion: 6, onComment: comments });
console.log(comments.map(({ type, value, start }) => [type, value, start]), parseExpressionAt('  (a, b) => a; rest', 2, { ecmaVersion: 6 }).type);
for (const [code, options] of [['let a; let a;', {}], ['var x = {', {}], ['await 1', {}], ['with (a) b', { sourceType: 'module' }], ["'\\u{110000}'", {}]]) {
  try {
    parse(code, { ecmaVersion: 2022, ...options });
    console.log('no error', code);
  } catch (error) {
    console.log(error.name, error.message, error.pos, error.loc.line);
  }
}
const Loud = Parser.extend((Base) => class extends Base { parseLiteral(value) { const node = super.parseLiteral(value); node.loud = true; return node; } });
console.log(Loud.parse('1', { ecmaVersion: 6 }).body[0].expression.loud, /^8\./.test(version));
